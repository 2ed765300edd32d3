import { expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { refusalOf } from "../../../testing/index.ts";
import { forgiveStamps } from "./forgive-stamps.ts";

const t = harnessOfFile();

test("a debt is let go with ledger entry and record, once", async () => {
  const merchant = await t.given.merchant();
  const { id: customerId } = await t.given.customer(merchant, {}, { stamps: 2, stampsOwed: 7 });
  const before = await t.rows(merchant);
  const ctx = t.as(merchant);
  const reason = "The till was wrong";
  expect(await forgiveStamps(ctx, { customerId, reason })).toEqual({ forgiven: 7 });
  const [entry] = [...((await t.rows(merchant)).get("auditEntries")?.values() ?? [])];
  expect(await t.written(merchant, before)).toEqual({
    memberships: [{ customerId, stampsOwed: 0, entryNumber: 2 }],
    stampDebts: [
      expect.objectContaining({ cause: "forgiven", causeId: entry?.id, customerId, delta: -7 }),
    ],
    auditEntries: [
      expect.objectContaining({
        ...{ action: "customers.forgiveStamps", subject: `customer ${customerId}`, reason },
        details: { stamps: 7 },
      }),
    ],
  });
  const after = await t.rows(merchant);
  expect(await refusalOf(forgiveStamps(ctx, { customerId, reason }))).toMatchObject({
    ...{ code: "invalid", message: "This customer owes no stamps." },
  });
  expect(await t.written(merchant, after)).toEqual({});
});
