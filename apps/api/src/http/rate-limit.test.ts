import type { KnownCaller } from "@stampbook/core/context";
import { expect, it } from "vitest";
import { callsFor, createRateLimit, tokenRate } from "./rate-limit.ts";

const merchant = { id: 1, name: "One", country: "ID", timezone: "Asia/Jakarta", currency: "IDR" };
const token = (tokenId: number, merchantId = 1): KnownCaller => ({
  kind: "token",
  merchant: { ...merchant, id: merchantId },
  tokenId,
  scopes: ["*"],
  stores: null,
});

function bucket(rate = tokenRate) {
  let time = 1_000;
  const take = createRateLimit(rate, () => time);
  const count = (caller: KnownCaller, calls = 1) => take(caller, calls);
  const allowedOf = (calls: number, caller = token(1)) =>
    Array.from({ length: calls }, () => count(caller)).filter((each) => each?.allowed).length;
  const later = (ms: number) => {
    time += ms;
  };
  return { count, allowedOf, later };
}

it("lets a burst of 400 through, and then 200 a second", () => {
  const { allowedOf, later } = bucket();
  expect(allowedOf(1_000)).toBe(400);
  later(500);
  expect(allowedOf(1_000)).toBe(100);
  later(1_000);
  expect(allowedOf(1_000)).toBe(200);
  later(60_000);
  expect(allowedOf(1_000)).toBe(400);
});

it("never lets through more than the burst and 200 a second, however the calls come", () => {
  const { allowedOf, later } = bucket();
  let allowed = 0;
  for (let step = 0; step < 1_000; step++) {
    allowed += allowedOf(step % 7);
    later(10);
  }
  expect(allowed).toBeLessThanOrEqual(400 + 200 * 10);
  expect(allowed).toBeGreaterThan(200 * 9);
});

it("counts each token alone, and staff not at all", () => {
  const { count, allowedOf } = bucket({ perSecond: 1, burst: 2 });
  expect(allowedOf(5, token(1))).toBe(2);
  expect(allowedOf(5, token(2))).toBe(2);
  expect(allowedOf(5, token(1, 2))).toBe(2);
  const staff: KnownCaller = { kind: "staff", merchant, userId: "u", role: "owner", stores: null };
  expect(count(staff)).toBeNull();
});

it("says what is left, when all of it is back, and how long to wait", () => {
  const { count, later } = bucket({ perSecond: 2, burst: 4 });
  const policy = { name: "requests", most: 4, window: 2 };
  expect(count(token(1))?.state).toEqual({ ...policy, left: 3, reset: 1 });
  for (let calls = 0; calls < 3; calls++) count(token(1));
  expect(count(token(1))).toEqual({
    allowed: false,
    state: { ...policy, left: 0, reset: 2 },
    wait: 1,
  });
  later(500);
  expect(count(token(1))?.allowed).toBe(true);
});

it("remembers a bounded number of tokens, those that called last", () => {
  const { count, allowedOf } = bucket({ perSecond: 1, burst: 1 });
  for (let id = 1; id <= 10_001; id++) count(token(id));
  expect(allowedOf(1, token(10_001))).toBe(0);
  expect(allowedOf(1, token(1))).toBe(1);
});

it("S4: counts a large body as many calls, but never as more than the burst", () => {
  expect([0, 1, 8_192, 8_193, 65_536, 1_048_576].map(callsFor)).toEqual([1, 1, 1, 2, 8, 128]);
  const { count, later } = bucket();
  const allowedOf = (calls: number) =>
    Array.from({ length: 10 }, () => count(token(1), calls)).filter((each) => each?.allowed).length;
  expect(allowedOf(128)).toBe(3);
  later(1_000);
  expect(allowedOf(128)).toBe(1);
  later(60_000);
  expect(allowedOf(1_000)).toBe(1);
});
