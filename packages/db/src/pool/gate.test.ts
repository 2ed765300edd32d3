import { expect, test as it, vi } from "vitest";
import { withCaller, withoutCaller } from "../caller.ts";
import { createGate } from "./gate.ts";
import { CallerGone, DatabaseBusy, DatabaseSilent } from "./refusals.ts";

const single = { connections: 1, depth: 1 };
const patient = { queueLimit: 100, queueWaitMs: Number.POSITIVE_INFINITY };

/** Work that runs until the test calls `end` or `fail`. */
function held() {
  let end: () => void = () => {};
  let fail: (reason: unknown) => void = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { work: () => ended, end, fail };
}

it("F3: so many run at once, and the rest follow in the order in which they came", async () => {
  const gate = createGate({ connections: 2, depth: 1, ...patient });
  const started: number[] = [];
  const works = Array.from({ length: 5 }, held);
  const all = works.map(({ work }, n) =>
    gate.enter(() => {
      started.push(n);
      return work();
    }),
  );
  expect(started).toEqual([0, 1]);
  expect(gate.load()).toMatchObject({ running: 2, waiting: 3 });
  works[1]?.end();
  await all[1];
  await vi.waitFor(() => expect(started).toEqual([0, 1, 2]));
  works[0]?.fail(new Error("its own"));
  await expect(all[0]).rejects.toThrow("its own");
  await vi.waitFor(() => expect(started).toEqual([0, 1, 2, 3]));
  for (const { end } of works) end();
  await Promise.allSettled(all);
  expect(started).toEqual([0, 1, 2, 3, 4]);
  expect(gate.load()).toMatchObject({ running: 0, waiting: 0 });
  expect(gate.waitedMs(null)).toBe(0);
});

it("F3: work that needs several places waits for them, and nobody overtakes it", async () => {
  const gate = createGate({ connections: 1, depth: 2, ...patient });
  const works = Array.from({ length: 4 }, held);
  const started: number[] = [];
  const all = [1, 2, 1, 1].map((needs, n) =>
    gate.enter(() => {
      started.push(n);
      return works[n]?.work() ?? Promise.resolve();
    }, needs),
  );
  expect(started).toEqual([0]);
  works[0]?.end();
  await all[0];
  await vi.waitFor(() => expect(started).toEqual([0, 1]));
  expect(gate.load()).toMatchObject({ running: 1, waiting: 2 });
  for (const { end } of works) end();
  await Promise.all(all);
  expect(started).toEqual([0, 1, 2, 3]);
});

it("F3: one too many is refused at once, and those before it are not", async () => {
  const gate = createGate({ ...single, queueLimit: 2, queueWaitMs: Number.POSITIVE_INFINITY });
  const first = held();
  const all = [first.work, async () => "second", async () => "third"].map((work) =>
    gate.enter<unknown>(work),
  );
  const fourth = vi.fn();
  await expect(gate.enter(fourth)).rejects.toBeInstanceOf(DatabaseBusy);
  first.end();
  expect(await Promise.all(all)).toEqual([undefined, "second", "third"]);
  expect(fourth).not.toHaveBeenCalled();
});

it("F3: who waits too long is refused, and later ones with him when their time comes", async () => {
  const gate = createGate({ ...single, queueLimit: 100, queueWaitMs: 50 });
  const first = held();
  const running = gate.enter(first.work);
  const late = vi.fn();
  const refused = await Promise.allSettled([gate.enter(late), gate.enter(late)]);
  expect(refused).toMatchObject(
    Array(2).fill({ status: "rejected", reason: { code: "DATABASE_BUSY" } }),
  );
  await expect(gate.enter(late)).rejects.toBeInstanceOf(DatabaseBusy);
  first.end();
  await running;
  expect(await gate.enter(async () => "served")).toBe("served");
  expect(late).not.toHaveBeenCalled();
});

it("F3: work whose caller has gone is not started, and its place goes to the next", async () => {
  const gate = createGate({ ...single, ...patient });
  const first = held();
  const caller = new AbortController();
  const started = vi.fn();
  const running = withCaller({ signal: caller.signal }, () => gate.enter(first.work));
  const waiting = withCaller({ signal: caller.signal }, () => gate.enter(async () => started()));
  const shared = withCaller({ signal: caller.signal }, () =>
    withoutCaller(() => gate.enter(async () => "for others too")),
  );
  const other = gate.enter(async () => "another's");
  caller.abort();
  const late = withCaller({ signal: caller.signal }, () => gate.enter(async () => started()));
  await expect(late).rejects.toBeInstanceOf(CallerGone);
  first.end();
  await running;
  await expect(waiting).rejects.toBeInstanceOf(CallerGone);
  expect(await Promise.all([shared, other])).toEqual(["for others too", "another's"]);
  expect(started).not.toHaveBeenCalled();
  expect(gate.load()).toMatchObject({ running: 0, waiting: 0 });
});

it("F7: tells since when the database gives no answer; an error of a statement is one", async () => {
  const gate = createGate({ connections: 4, depth: 1, ...patient });
  const fail = (error: Error) => gate.enter(() => Promise.reject(error)).catch(() => {});
  expect(gate.load()).toMatchObject({ sinceAnswerMs: null, failingForMs: 0 });
  const away = () => fail(new DatabaseSilent("No answer"));
  await away();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await away();
  expect(gate.load().sinceAnswerMs).toBeNull();
  expect(gate.load().failingForMs).toBeGreaterThan(4);
  await fail(Object.assign(new Error("duplicate key"), { code: "23505" }));
  expect(gate.load()).toMatchObject({ failingForMs: 0, sinceAnswerMs: expect.any(Number) });
});

it("thousands that wait are served in order and forgotten", async () => {
  const gate = createGate({ connections: 3, depth: 1, queueLimit: 10_000, queueWaitMs: 60_000 });
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 5_000 }, (_, n) => gate.enter(async () => void order.push(n))),
  );
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).toHaveLength(5_000);
});

it("O2: work that ended is reported with its time and error, and waits for a connection are counted", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const onEnd = vi.fn();
    const gate = createGate({ ...single, ...patient, onEnd });
    const [first, second] = [held(), held()];
    const one = gate.enter(first.work, 1, "select 1");
    const other = gate.enter(second.work, 1, "select 2");
    vi.advanceTimersByTime(30);
    first.end();
    await one;
    // the other one starts
    await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(5);
    const failure = new Error("its own");
    second.fail(failure);
    await expect(other).rejects.toThrow("its own");
    expect(onEnd.mock.calls).toEqual([
      [{ kind: "select 1", waitedMs: 0, ms: 30 }],
      [{ kind: "select 2", waitedMs: 30, ms: 5, error: failure }],
    ]);
    expect(gate.load()).toMatchObject({ waits: 1, waitedMs: 30 });
  } finally {
    vi.useRealTimers();
  }
});
