import { withCaller } from "@stampbook/db";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Failure } from "./failures.ts";
import { createHashQueue, type HashTurn } from "./hash-queue.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Makes a queue. `settle` ends the running jobs, oldest first, until no job runs. */
function watched(limits: Partial<Parameters<typeof createHashQueue>[0]> = {}) {
  const { inTurn, onPlace, isFull } = createHashQueue({
    ...{ atOnce: 1, waiting: 4, patienceMs: 60_000 },
    ...limits,
  });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const add = (name: string, turn: HashTurn = "refusable") =>
    inTurn(turn, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    }).catch((error: Failure) => error.refusal);
  const settle = async () => {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const end = ends.shift();
      if (!end) return;
      end();
    }
  };
  /** Adds a hash for a merchant's caller. */
  const addFor = (merchantId: number, name: string, signal?: AbortSignal) =>
    withCaller({ signal, merchantId }, () => add(name));
  return { add, addFor, begun, settle, onPlace, isFull };
}

/** What `answer` resolves with by now. */
const soon = (answer: Promise<unknown> | undefined) =>
  Promise.race([answer, new Promise((resolve) => setImmediate(() => resolve("it waits")))]);

test("so many run at once, the rest wait in the order they came", async () => {
  const { add, begun, settle } = watched({ atOnce: 2, waiting: 8 });
  const all = ["a", "b", "c", "d"].map((name) => add(name));
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(["a", "b"]);
  await settle();
  expect(await Promise.all(all)).toEqual(["a", "b", "c", "d"]);
  expect(begun).toEqual(["a", "b", "c", "d"]);
});

test("what finds no place is refused as overloaded, and a place that is free again is taken", async () => {
  const { add, begun, settle, isFull } = watched();
  const all = ["runs", "waits", "waits too"].map((name) => add(name));
  expect(isFull()).toBe(true);
  all.push(add("too many"));
  expect(await all[3]).toMatchObject({ code: "overloaded", retryAfter: 1 });
  await settle();
  expect(begun).toEqual(["runs", "waits", "waits too"]);
  expect(isFull()).toBe(false);
  const again = add("again");
  await settle();
  expect(await again).toBe("again");
});

test("S9 (T43): merchants take turns, whoever came first", async () => {
  const { addFor, begun, settle } = watched({ waiting: 8 });
  const all = ["a1", "a2", "a3"].map((name) => addFor(1, name));
  all.push(addFor(2, "b1"), addFor(3, "c1"), addFor(2, "b2"));
  await settle();
  await Promise.all(all);
  expect(begun).toEqual(["a1", "b1", "a2", "c1", "b2", "a3"]);
});

test("S9 (T43): one merchant gets three quarters of the places, or half beside another", async () => {
  const { addFor, settle, isFull } = watched({ waiting: 8 });
  const isFullFor = (merchantId: number) =>
    withCaller({ signal: undefined, merchantId }, () => isFull());
  const all = ["1", "2", "3", "4", "5", "6", "7"].map((name) => addFor(1, name));
  expect(await soon(all[6])).toMatchObject({ code: "overloaded" });
  expect([isFullFor(1), isFullFor(2)]).toEqual([true, false]);
  all.push(addFor(2, "other"), addFor(2, "other too"));
  expect([isFullFor(1), isFullFor(2)]).toEqual([true, true]);
  await settle();
  const besides = ["1", "2", "3", "4", "5"].map((name) => addFor(1, name));
  all.push(addFor(2, "other"), ...besides);
  expect(await soon(addFor(1, "more"))).toMatchObject({ code: "overloaded" });
  await settle();
  expect(await besides[4]).toBe("5");
  await Promise.all(all);
});

test("S9: what waits is dropped when its caller has gone", async () => {
  const { addFor, begun, settle } = watched();
  const leaving = new AbortController();
  const runs = addFor(1, "runs");
  const gone = addFor(1, "gone", leaving.signal);
  const next = addFor(1, "next");
  leaving.abort();
  await settle();
  expect(await Promise.all([runs, next])).toEqual(["runs", "next"]);
  expect(await gone).toMatchObject({ code: "overloaded" });
  expect(begun).toEqual(["runs", "next"]);
});

test("a place that is held counts as one that waits, from the start to the end of what it is for", async () => {
  const { add, begun, settle, onPlace } = watched();
  const held = onPlace(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return add("held", "placed");
  });
  const runs = add("runs");
  const waits = add("waits");
  expect(await add("too many")).toMatchObject({ code: "overloaded" });
  await expect(onPlace(() => add("too many as well", "placed"))).rejects.toThrow("Too busy");
  await settle();
  await settle();
  expect(await Promise.all([held, runs, waits])).toEqual(["held", "runs", "waits"]);
  expect(begun).toEqual(["runs", "waits", "held"]);
  const again = onPlace(() => Promise.reject(new Error("no")));
  await expect(again).rejects.toThrow("no");
  const all = [onPlace(() => add("a", "placed")), onPlace(() => add("b", "placed"))];
  await settle();
  expect(await Promise.all(all)).toEqual(["a", "b"]);
});

test("what waited too long is refused", async () => {
  const { add, begun, settle } = watched({ patienceMs: 5 });
  const runs = add("runs");
  const waits = add("waits");
  await vi.advanceTimersByTimeAsync(20);
  expect(await waits).toMatchObject({ code: "overloaded" });
  await settle();
  expect(await runs).toBe("runs");
  expect(begun).toEqual(["runs"]);
});

test("the patient wait however many they are, and let the others go first", async () => {
  const { add, begun, settle } = watched({ patienceMs: 5 });
  const patient = ["1", "2", "3", "4"].map((name) => add(name, "patient"));
  await vi.advanceTimersByTimeAsync(20);
  const quick = add("quick");
  await settle();
  expect(await Promise.all([...patient, quick])).toEqual(["1", "2", "3", "4", "quick"]);
  expect(begun).toEqual(["1", "quick", "2", "3", "4"]);
});

test("work that fails makes room like any other", async () => {
  const { inTurn } = createHashQueue({ atOnce: 1, waiting: 2, patienceMs: 60_000 });
  const failing = inTurn("refusable", () => Promise.reject(new Error("no")));
  const next = inTurn("refusable", async () => "next");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("next");
});
