import { expect, test } from "vitest";
import { checkIssued, type IssuedVoucher, withdrawnOf } from "./issued.rules.ts";

const open: IssuedVoucher = { id: 1, code: "A", isSpent: false, isOpen: true, isActive: true };
const inactive: IssuedVoucher = { ...open, id: 2, code: "B", isActive: false };
const spent: IssuedVoucher = { ...open, id: 3, code: "C", isSpent: true, isOpen: false };
const returned: IssuedVoucher = { ...spent, id: 4, code: "D", isSpent: false };

test.each<[string, IssuedVoucher[], string | undefined]>([
  ["none", [], undefined],
  ["unspent ones, and one whose redemption was canceled", [open, inactive, returned], undefined],
  ["a spent one", [open, spent], "Voucher C, issued by this redemption, was already redeemed"],
])("a cancel with %s", (_, issued, message) => {
  expect(checkIssued(issued, "redemption")?.message).toBe(message);
});

test("a cancel withdraws the active ones that are open, and tells them again", () => {
  const issued = [open, inactive, returned];
  expect(withdrawnOf(issued, false)).toEqual([{ id: 1, code: "A" }]);
  expect(withdrawnOf(issued, true)).toEqual([{ id: 2, code: "B" }]);
});
