import { expect, test } from "vitest";
import { BadOptions } from "./command-line.ts";
import { readOptions } from "./options.ts";
import { scenarios } from "./scenarios/index.ts";

test.each([
  [["ping", "redeem-vouchr"], /^There is no redeem-vouchr\. Which one\? redeem-voucher, /],
  [["--rounds", "abc"], /^--rounds takes a whole number above 0, not abc\.$/],
  [["--connections", "0"], /^--connections/],
  [["--seconds", "0"], /^--seconds takes a number above 0, not 0\.$/],
  [["--seconds", "1s"], /^--seconds/],
  [["pair", "redeem-vouchr"], /^pair takes one of redeem-voucher, /],
  [["pair", "set-level", "redeem-voucher"], /^pair takes one of/],
  [["--round", "5"], /^Unknown option '--round'/],
])("%j is refused, because something else would be measured", (args, says) => {
  expect(() => readOptions(args)).toThrow(BadOptions);
  expect(() => readOptions(args)).toThrow(says);
});

test("what is named is measured: a scenario, a group, a pair, else what is usual", () => {
  const names = (...args: string[]) => readOptions(args).scenarios.map(({ name }) => name);
  const groups = (group: string) =>
    scenarios.filter((scenario) => scenario.group === group).map(({ name }) => name);
  expect(names("ping", "--seconds", "0.5")).toEqual(["ping"]);
  expect(names("scale")).toEqual(groups("scale"));
  expect(names()).toEqual(groups("usual"));
  expect(readOptions(["--seconds", "0.5"]).settings).toMatchObject({ rounds: 5, seconds: 0.5 });
  expect(readOptions(["pair", "set-level", "--against", "main~3"]).pair).toEqual({
    ...{ name: "set-level", against: "main~3", rounds: 300 },
  });
});
