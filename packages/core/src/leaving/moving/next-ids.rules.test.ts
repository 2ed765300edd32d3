import { describe, expect, test } from "vitest";
import { type NextIds, raiseNextId } from "./next-ids.rules.ts";

describe("new ids", () => {
  test("start above the highest that came, in whatever order", () => {
    const next: NextIds = new Map();
    raiseNextId(next, "customers", [{ id: 7 }, { id: 900 }, { id: 8 }]);
    raiseNextId(next, "customers", [{ id: 12 }]);
    raiseNextId(next, "voucherTemplates", [{ id: 3 }]);
    raiseNextId(next, "tokens", []);
    expect(Object.fromEntries(next)).toEqual({
      customers: 901,
      voucher_templates: 4,
      api_tokens: 1,
    });
  });
});
