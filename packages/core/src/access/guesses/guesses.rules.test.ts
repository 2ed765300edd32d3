import { describe, expect, test } from "vitest";
import { checkGuesses, GUESSES_A_MINUTE, type Guesses, tooManyGuesses } from "./guesses.rules.ts";

describe("who may guess", () => {
  test.each<[string, Guesses | null, string | undefined]>([
    ["who has not guessed", null, undefined],
    ["after one", { count: 1, secondsLeft: 59.9 }, undefined],
    ["after 59", { count: 59, secondsLeft: 1 }, undefined],
    ["not after 60", { count: 60, secondsLeft: 1 }, "too_many_attempts"],
    ["not after many", { count: 500, secondsLeft: 30 }, "too_many_attempts"],
  ])("%s", (_, guesses, code) => {
    expect(checkGuesses(guesses)?.code).toBe(code);
  });

  test("sixty in a minute", () => expect(GUESSES_A_MINUTE).toBe(60));
});

describe("when the next is possible", () => {
  test.each([
    [59.001, 60],
    [59, 59],
    [0.4, 1],
    [0, 1],
    [-3, 1],
  ])("with %d seconds left: in %d", (secondsLeft, retryAfter) => {
    const refusal = tooManyGuesses({ count: 60, secondsLeft });
    expect(refusal.retryAfter).toBe(retryAfter);
    expect(refusal.message).toBe(`Too many attempts, try again in ${retryAfter} second(s)`);
  });
});
