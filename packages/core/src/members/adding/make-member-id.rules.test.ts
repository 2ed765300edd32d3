import { expect, test } from "vitest";
import { makeMemberId } from "./make-member-id.rules.ts";

// a well-known example of Luhn's algorithm, zeros, and digits that differ by one or by order
test.each([
  ["7992739871", "M79927398713"],
  ["000000000", "M0000000000"],
  ["123456789", "M1234567897"],
  ["123456798", "M1234567988"],
  ["123456788", "M1234567889"],
])("a Member ID of the digits %s is %s", (digits, memberId) => {
  expect(makeMemberId("M", digits)).toBe(memberId);
});
