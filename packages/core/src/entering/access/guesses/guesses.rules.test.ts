import { describe, expect, test } from "vitest";
import { checkCounted, checkGuesses, type Guesses, guessesLeft } from "./guesses.rules.ts";

const guesses = (count: number, secondsLeft = 30): Guesses => ({
  ...{ limit: "guesses", most: 60, count, secondsLeft },
});

describe("who may guess", () => {
  test.each<[string, Guesses | null, string | undefined]>([
    ["who has not guessed", null, undefined],
    ["after one", guesses(1), undefined],
    ["after 59", guesses(59), undefined],
    ["not after 60", guesses(60), "too_many_attempts"],
    ["not after many", guesses(500), "too_many_attempts"],
    ["C2: after 60 where a merchant allows more", { ...guesses(60), most: 61 }, undefined],
  ])("%s", (_, made, code) => {
    expect(checkGuesses(made)?.code).toBe(code);
  });

  test("the last one that is counted may be evaluated, no further one", () => {
    expect(checkCounted(guesses(60))).toBeNull();
    expect(checkCounted(guesses(61))).toMatchObject({ limit: { name: "guesses" } });
  });
});

describe("C2: a refusal names its limit, and when the next try is possible", () => {
  test.each([
    [59.001, 60, "60 second(s)"],
    [59, 59, "59 second(s)"],
    [0.4, 1, "1 second(s)"],
    [-3, 1, "1 second(s)"],
  ])("with %d seconds left: in %d", (secondsLeft, retryAfter, words) => {
    const here = "Too many wrong codes and secrets (60 a minute in a store). ";
    expect(checkGuesses(guesses(60, secondsLeft))).toMatchObject({
      limit: { name: "guesses", most: 60, window: 60, left: 0, reset: retryAfter },
      retryAfter,
      message: `${here}This one was not looked at, try again in ${words}`,
    });
  });

  test("of all stores together", () => {
    const inAll = { ...guesses(600), limit: "guesses-token", most: 600 } as const;
    expect(checkGuesses(inAll)?.message).toMatch(/\(600 a minute in all stores\)/);
    expect(guessesLeft({ ...inAll, count: 610 })).toEqual({
      ...{ name: "guesses-token", most: 600, window: 60, left: 0, reset: 30 },
    });
  });
});
