import { expect, test } from "vitest";
import { checkUncommonPin } from "./guessable-pin.rules.ts";

test.each([
  ["000000", "one digit"],
  ["121212", "a pair repeated"],
  ["123123", "three repeated"],
  ["123456", "a run"],
  ["456789", "a run"],
  ["789012", "a run over the end"],
  ["654321", "a run down"],
  ["321098", "a run down over the end"],
  ["159753", "a favourite"],
  ["211190", "the birthday"],
  ["112190", "the birthday, month first"],
  ["901121", "the birthday, year first"],
  ["199011", "its year and month"],
  ["111990", "its month and year"],
])("%s is too easy: %s", (pin) => {
  expect(checkUncommonPin(pin, "1990-11-21")).toMatchObject({ code: "invalid" });
});

test.each(["135790", "100000", "123457", "211191", "864209", "112234"])("%s is not", (pin) => {
  expect(checkUncommonPin(pin, "1990-11-21")).toBeNull();
});

test("a birthday that is not known rules nothing out", () => {
  expect(checkUncommonPin("211190", null)).toBeNull();
});
