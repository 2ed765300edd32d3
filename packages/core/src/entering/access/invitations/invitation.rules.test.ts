import { expect, test } from "vitest";
import { checkNewcomer } from "./invitation.rules.ts";

test.each([
  ["x".repeat(11), "weak_password"],
  ["😀".repeat(11), "weak_password"],
  ["x".repeat(12), undefined],
  ["😀".repeat(128), undefined],
  ["x".repeat(129), "weak_password"],
])("the password %j of somebody new", (password, code) =>
  expect(checkNewcomer({ name: "Dewi", password, words: [] })?.code).toBe(code),
);

test("somebody new has a name", () => {
  expect(checkNewcomer({ name: " ", password: "x".repeat(12), words: [] })?.field).toBe("name");
});

test("S17: somebody new chooses no password of known words", () => {
  const words = ["dewi@example.com", "Kopi Kemang"];
  const codeOf = (password: string) =>
    checkNewcomer({ name: "Dewi Lestari", password, words })?.code;
  expect(codeOf("dewi@example.com")).toBe("weak_password");
  expect(codeOf("kopi kemang kopi")).toBe("weak_password");
  expect(codeOf("dewi lestari 1")).toBe("weak_password");
  expect(codeOf("dewi minum teh tubruk")).toBeUndefined();
});
