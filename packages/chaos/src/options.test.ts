import { BadOptions } from "@stampbook/bench/command-line";
import { expect, test } from "vitest";
import { readOptions } from "./options.ts";

test.each([
  [[], /^Which form\? races, /],
  [["race"], /^Which form\?/],
  [["races", "lost-answers"], /^Which form\?/],
  [["lost-answers", "--only", "zzz"], /^None is called zzz\. There are:\n {2}/],
  [["mutations", "--only", "T"], /^No mutation has the id T\. There are: /],
  [["mutations", "--only", "T1,"], /^No mutation has the id \./],
  [["races", "--rounds", "abc"], /^--rounds takes a whole number from 1 on, not abc\.$/],
  [["races", "--clients", "0"], /^--clients/],
  [["kills", "--times", "1.5"], /^--times/],
  [["commands", "--count", ""], /^--count/],
  [["backends-terminated", "--seconds", "0"], /^--seconds/],
  [["overload", "--knee", "many"], /^--knee/],
  [["commands", "--seed", "x"], /^--seed/],
  [["races", "--round", "5"], /^Unknown option '--round'/],
])("%j is refused, because it would prove nothing", (args, says) => {
  expect(() => readOptions(args)).toThrow(BadOptions);
  expect(() => readOptions(args)).toThrow(says);
});

test("what is named is run, and without a name everything", () => {
  const one = readOptions(["races", "--rounds", "7", "--naive"]);
  expect(one).toMatchObject({ form: "races", rounds: 7, clients: 100, variant: "naive" });
  expect(readOptions(["lost-answers"]).operations.length).toBeGreaterThan(5);
  const { mutations } = readOptions(["mutations", "--only", "T1,T4"]);
  expect(mutations.map(({ ids }) => ids)).toEqual([["T1"], ["T4"]]);
  expect(readOptions(["mutations"]).mutations.length).toBeGreaterThan(mutations.length);
  const again = readOptions(["commands", "--seed", "0", "--path", "0:1", "--replay-path", "a:b"]);
  expect(again).toMatchObject({ seed: 0, path: "0:1", replayPath: "a:b" });
});
