import { expect, test } from "vitest";
import type { Failure } from "./failures.ts";
import { createHashQueue, type HashTurn } from "./hash-queue.ts";

/** A queue whose work ends when it is told to, in the order in which it began. */
function watched(limits: Partial<Parameters<typeof createHashQueue>[0]> = {}) {
  const { inTurn, refuseWhenFull } = createHashQueue({
    atOnce: 1,
    waiting: 2,
    patienceMs: 60_000,
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
  return { add, begun, settle, refuseWhenFull };
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
  const { add, settle, refuseWhenFull } = watched();
  const all = [add("runs"), add("waits"), add("patient", "patient")];
  expect(refuseWhenFull).not.toThrow();
  all.push(add("waits too"));
  expect(refuseWhenFull).toThrow("Too busy");
  await settle();
  await Promise.all(all);
  expect(refuseWhenFull).not.toThrow();
});

test("what waited too long is refused when its turn comes", async () => {
  const { add, begun, settle } = watched({ patienceMs: 5 });
  const runs = add("runs");
  const waits = add("waits");
  await new Promise((resolve) => setTimeout(resolve, 20));
  await settle();
  expect(await runs).toBe("runs");
  expect(await waits).toMatchObject({ code: "overloaded" });
  expect(begun).toEqual(["runs"]);
});

test("the patient wait however many they are, and let the others go first", async () => {
  const { add, begun, settle } = watched({ patienceMs: 5 });
  const patient = ["1", "2", "3", "4"].map((name) => add(name, "patient"));
  await new Promise((resolve) => setTimeout(resolve, 20));
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
