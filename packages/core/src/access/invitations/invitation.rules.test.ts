import { expect, test } from "vitest";
import { checkNewcomer } from "./invitation.rules.ts";

test.each([
  ["x".repeat(11), "weak_password"],
  ["😀".repeat(11), "weak_password"],
  ["x".repeat(12), undefined],
  ["😀".repeat(128), undefined],
  ["x".repeat(129), "weak_password"],
])("the password %j of somebody new", (password, code) =>
  expect(checkNewcomer({ name: "Dewi", password })?.code).toBe(code),
);

test("somebody new has a name", () => {
  expect(checkNewcomer({ name: " ", password: "x".repeat(12) })?.field).toBe("name");
});
