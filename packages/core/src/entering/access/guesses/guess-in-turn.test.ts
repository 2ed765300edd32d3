import { beforeAll, expect, test } from "vitest";
import type { CoreContext } from "../../../foundation/context.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { guessInTurn } from "../index.ts";

const t = harnessOfFile();
let ctx: CoreContext;
let other: CoreContext;
beforeAll(async () => {
  const merchant = await t.given.merchant();
  ctx = t.as(merchant);
  other = t.within(merchant, []);
});

/** Makes tasks that run until the test calls `end` or `fail`. */
function works() {
  const running: { index: number; end: () => void; fail: () => void }[] = [];
  const work = (index: number) => () =>
    new Promise<number>((resolve, reject) => {
      running.push({
        index,
        end: () => resolve(index),
        fail: () => reject(new Error(`work ${index}`)),
      });
    });
  const started = () => running.map(({ index }) => index);
  return { running, work, started };
}

/** Waits until every task that may run has started. */
const turn = () => new Promise((resolve) => setImmediate(resolve));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

test("16 of one caller run at once, the others in the order in which they came", async () => {
  const { running, work, started } = works();
  const all = upTo(20).map((index) => guessInTurn(ctx, work(index)));
  await turn();
  expect(started()).toEqual(upTo(16));
  running[3]?.end();
  await turn();
  expect(started()).toEqual(upTo(17));
  for (const each of [...running]) each.end();
  await turn();
  expect(started()).toEqual(upTo(20));
  for (const each of running) each.end();
  expect(await Promise.all(all)).toEqual(upTo(20));
});

test("one that fails makes room too, and its failure is the caller's", async () => {
  const { running, work, started } = works();
  const all = Promise.allSettled(upTo(17).map((index) => guessInTurn(ctx, work(index))));
  await turn();
  running[0]?.fail();
  await turn();
  expect(started()).toEqual(upTo(17));
  for (const each of running) each.end();
  const outcomes = (await all).map(({ status }) => status);
  expect(outcomes).toEqual(["rejected", ...Array(16).fill("fulfilled")]);
});

test("callers do not wait for each other", async () => {
  const { running, work, started } = works();
  const all = upTo(17).map((index) => guessInTurn(ctx, work(index)));
  const others = guessInTurn(other, work(99));
  await turn();
  expect(started()).toEqual([...upTo(16), 99]);
  for (const each of [...running]) each.end();
  await turn();
  for (const each of running) each.end();
  expect(await Promise.all([...all, others])).toEqual([...upTo(17), 99]);
});
