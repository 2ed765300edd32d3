import { expect, test } from "vitest";
import type { Failure } from "./failures.ts";
import { createHashQueue, type HashTurn } from "./hash-queue.ts";

/**
 * Makes a queue whose clock the test sets. `settle` ends the running jobs, oldest first, until no job runs.
 */
function watched(limits: Partial<Parameters<typeof createHashQueue>[0]> = {}) {
  let now = 1_000;
  const pass = (ms: number) => {
    now += ms;
  };
  const { inTurn, onPlace, isFull } = createHashQueue(
    { atOnce: 1, waiting: 2, patienceMs: 60_000, ...limits },
    () => now,
  );
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
  return { add, begun, settle, pass, onPlace, isFull };
}

test("so many run at once, the rest wait in the order they came", async () => {
  const { add, begun, settle } = watched({ atOnce: 2 });
  const all = ["a", "b", "c", "d"].map((name) => add(name));
  expect(begun).toEqual(["a", "b"]);
  await settle();
  expect(await Promise.all(all)).toEqual(["a", "b", "c", "d"]);
  expect(begun).toEqual(["a", "b", "c", "d"]);
});

test("what finds the queue full is refused as overloaded, and a place that is free again is taken", async () => {
  const { add, begun, settle } = watched();
  const all = ["runs", "waits", "waits too", "too many"].map((name) => add(name));
  expect(await all[3]).toMatchObject({ code: "overloaded", retryAfter: 1 });
  await settle();
  expect(begun).toEqual(["runs", "waits", "waits too"]);
  const again = add("again");
  await settle();
  expect(await again).toBe("again");
});

test("that it is full can be asked before", async () => {
  const { add, settle, isFull } = watched();
  const all = [add("runs"), add("waits"), add("patient", "patient")];
  expect(isFull()).toBe(false);
  all.push(add("waits too"));
  expect(isFull()).toBe(true);
  await settle();
  await Promise.all(all);
  expect(isFull()).toBe(false);
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

test("what waited too long is refused when its turn comes", async () => {
  const { add, begun, settle, pass } = watched({ patienceMs: 5 });
  const runs = add("runs");
  const waits = add("waits");
  pass(20);
  await settle();
  expect(await runs).toBe("runs");
  expect(await waits).toMatchObject({ code: "overloaded" });
  expect(begun).toEqual(["runs"]);
});

test("the patient wait however many they are, and let the others go first", async () => {
  const { add, begun, settle, pass } = watched({ patienceMs: 5 });
  const patient = ["1", "2", "3", "4"].map((name) => add(name, "patient"));
  pass(20);
  const quick = add("quick");
  await settle();
  expect(await Promise.all([...patient, quick])).toEqual(["1", "2", "3", "4", "quick"]);
  expect(begun).toEqual(["1", "quick", "2", "3", "4"]);
});

test("work that fails makes room like any other", async () => {
  const { inTurn } = createHashQueue({ atOnce: 1, waiting: 1, patienceMs: 60_000 });
  const failing = inTurn("refusable", () => Promise.reject(new Error("no")));
  const next = inTurn("refusable", async () => "next");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("next");
});
