import { expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { refusalOf } from "../../../testing/index.ts";
import { countGuess } from "../index.ts";

const t = harnessOfFile();

test("60 at once are counted, and no more are let through", async () => {
  const ctx = t.as(await t.given.merchant());
  const all = await Promise.allSettled(Array.from({ length: 100 }, () => countGuess(ctx)));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(60);
  expect(await refusalOf(countGuess(ctx))).toMatchObject({
    code: "too_many_attempts",
    found: "101",
    retryAfter: expect.any(Number),
  });
});

test("after a minute it counts anew", async () => {
  const merchant = await t.given.merchant();
  const at = (clockOffsetMs: number) => t.as(merchant, { clockOffsetMs });
  for (let guess = 0; guess < 60; guess++) await countGuess(at(0));
  expect(await refusalOf(countGuess(at(50_000)))).toMatchObject({ code: "too_many_attempts" });
  await expect(countGuess(at(61_000))).resolves.toBeUndefined();
});
