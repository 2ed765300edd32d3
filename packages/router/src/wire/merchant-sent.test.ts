import { expect, it } from "vitest";
import { checkMerchantSent } from "./merchant-sent.ts";

const merchant = { id: 7, name: "Kopi Kita" };

it.each([
  { merchant: 7 },
  { merchant: " 7 " },
  { merchant: "Kopi Kita" },
  { merchant_id: "7" },
  { merchant_id: null },
  { merchant_id: 0 },
  { merchant_id: "0" },
  { merchant_id: ["8", "7"] },
  { merchant_id: [0, 8] },
  { merchant: " " },
  {},
  null,
  "merchant",
])("C7: takes %j", (sent) => {
  expect(checkMerchantSent(sent, merchant)).toBeNull();
});

it.each([
  [{ merchant: 8 }, "merchant"],
  [{ merchant: "Kopi" }, "merchant"],
  [{ merchant: [7] }, "merchant"],
  [{ merchant: 7, merchant_id: 8 }, "merchant_id"],
  [{ merchant_id: "Kopi Kita" }, "merchant_id"],
  [{ merchant_id: false }, "merchant_id"],
  [{ merchant_id: [8, 9] }, "merchant_id"],
  [{ merchant_id: [] }, "merchant_id"],
  [{ merchant: 0 }, "merchant"],
])("C7: refuses %j", (sent, field) => {
  expect(checkMerchantSent(sent, merchant)).toMatchObject({ code: "invalid", field });
});
