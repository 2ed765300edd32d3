import { describe, expect, test } from "vitest";
import { checkFactorReset } from "./second-factor.rules.ts";

const person = { id: "u2", name: "Rina", email: "rina@example.com", hasSecondFactor: true };
const owner = { merchantId: 1, userId: "u1" };

describe("a second factor may be taken away", () => {
  test("from a colleague who works here alone", () => {
    expect(checkFactorReset({ ...person, merchants: [1] }, owner)).toBeNull();
  });

  test.each([
    ["nobody", null, /Nobody like this/],
    ["somebody of another merchant", { ...person, merchants: [2] }, /Nobody like this/],
    ["oneself", { ...person, id: "u1", merchants: [1] }, /My account/],
    ["who works for another merchant, too", { ...person, merchants: [1, 2] }, /another merchant/],
    ["who has none", { ...person, hasSecondFactor: false, merchants: [1] }, /password alone/],
  ])("but not from %s", (_, whom, says) => {
    expect(checkFactorReset(whom, owner)?.message).toMatch(says);
  });
});
