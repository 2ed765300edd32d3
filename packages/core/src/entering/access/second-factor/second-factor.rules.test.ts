import { describe, expect, test } from "vitest";
import { checkFactorReset } from "./second-factor.rules.ts";

const person = { id: "u2", name: "Rina", email: "rina@example.com", hasSecondFactor: true };
const owner = { merchantId: 1, userId: "u1" };

describe("a second factor may be taken away", () => {
  test("from a colleague who works here alone", () => {
    expect(checkFactorReset({ ...person, merchants: [1] }, owner)).toBeNull();
  });

  test.each([
    ["nobody", null, /does not work here/],
    ["somebody of another merchant", { ...person, merchants: [2] }, /does not work here/],
    ["oneself", { ...person, id: "u1", merchants: [1] }, /My account/],
    [
      "who works for another merchant, too",
      { ...person, merchants: [1, 2] },
      /also works for another merchant/,
    ],
    ["who has none", { ...person, hasSecondFactor: false, merchants: [1] }, /has no second factor/],
  ])("but not from %s", (_, whom, says) => {
    expect(checkFactorReset(whom, owner)?.message).toMatch(says);
  });
});
