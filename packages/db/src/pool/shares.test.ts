import { afterEach, beforeEach, describe, expect, test as it, vi } from "vitest";
import { withCaller, withoutCaller } from "../caller.ts";
import { createGate, type GateOptions } from "./gate.ts";
import { CallerGone, DatabaseBusy } from "./refusals.ts";

// The first letter of a work's name is its merchant; work named `none` has no merchant. Work runs until the
// test ends it.

const server = { connections: 8, depth: 2, queueLimit: 100, queueWaitMs: Number.POSITIVE_INFINITY };
const merchants = ["A", "B", "C"];

/** Makes a gate, and records what runs in it and on which connection, in the order of the starts. */
function open(options: Partial<GateOptions> = {}) {
  const gate = createGate({ ...server, ...options });
  const running: { name: string; on: number; end: () => void }[] = [];
  /** Names of all work that was started. */
  const started: string[] = [];

  /** Enters work for the merchant that the first letter of the name says. */
  function enter(name: string, needs = 1, signal?: AbortSignal, kind?: string, operation?: string) {
    const place = merchants.indexOf(name.slice(0, 1));
    const caller = { signal, ...(place >= 0 && { merchantId: place + 1 }) };
    return withCaller({ ...caller, ...(operation && { operation }) }, () =>
      gate.enter(
        (on) =>
          new Promise<void>((end) => {
            running.push({ name, on, end });
            started.push(name);
          }),
        needs,
        kind,
      ),
    );
  }

  /** Ends the oldest running work of this name, and waits so that the next work can start. */
  async function end(name: string) {
    const at = running.findIndex((work) => work.name === name);
    const [work] = running.splice(at, 1);
    if (at < 0 || !work) throw new Error(`${name} does not run`);
    work.end();
    await turn();
  }

  const count = (letter: string) => running.filter(({ name }) => name.startsWith(letter)).length;
  const connectionsOf = (letter: string) =>
    new Set(running.filter(({ name }) => name.startsWith(letter)).map(({ on }) => on));
  return { gate, enter, end, count, connectionsOf, started };
}

/** Enters work of a kind, such as a statement's text, for an operation of the same name. */
const ofKind = (enter: ReturnType<typeof open>["enter"], name: string, kind: string) =>
  enter(name, 1, undefined, kind, kind);

const turn = () => new Promise((resolve) => setImmediate(resolve));
const times = (count: number, name: string) => Array.from({ length: count }, () => name);

it("T43: a merchant alone gets at most three quarters of the connections, so another one gets a connection at once", async () => {
  const { enter, count, connectionsOf, gate } = open();
  for (const name of times(20, "A")) void enter(name);
  expect(count("A")).toBe(12);
  expect(connectionsOf("A").size).toBe(6);
  expect(gate.load()).toMatchObject({ running: 12, waiting: 8 });
  void enter("B");
  await turn();
  expect(count("B")).toBe(1);
  expect([...connectionsOf("B")].some((on) => connectionsOf("A").has(on))).toBe(false);
});

it("T43: a merchant gets no more than half while another waits", async () => {
  const { enter, end, count } = open();
  for (const name of times(40, "A")) void enter(name);
  for (const name of times(40, "B")) void enter(name);
  await turn();
  expect([count("A"), count("B")]).toEqual([12, 4]);
  for (let ended = 0; ended < 4; ended++) await end("A");
  for (let ended = 0; ended < 8; ended++) {
    await end("B");
    expect(count("A")).toBeLessThanOrEqual(8);
  }
  for (let ended = 0; ended < 8; ended++) await end("A");
  expect([count("A"), count("B")]).toEqual([8, 8]);
});

it("T43: merchants take turns, and within one the oldest comes first", async () => {
  const { enter, end, started } = open({ connections: 1, depth: 1 });
  for (const name of ["A1", "A2", "A3", "A4", "B1", "B2", "C1"]) void enter(name);
  for (const name of ["A1", "A2", "B1", "C1", "A3", "B2", "A4"]) await end(name);
  expect(started).toEqual(["A1", "A2", "B1", "C1", "A3", "B2", "A4"]);
});

it("T43: nobody is sent behind a merchant who has several connections", async () => {
  const { enter, end, count, connectionsOf } = open();
  for (const name of times(6, "A")) void enter(name);
  void enter("B");
  void enter("C");
  void enter("none");
  await turn();
  // every connection has a free place, but A owns several connections, so `none` shares with B or C
  expect([count("A"), count("B"), count("C"), count("n")]).toEqual([6, 1, 1, 1]);
  const [on] = connectionsOf("n");
  expect([...connectionsOf("B"), ...connectionsOf("C")]).toContain(on);
  void enter("none");
  void enter("none");
  await turn();
  expect(count("n")).toBe(2);
  await end("none");
  expect(count("n")).toBe(2);
  expect([...connectionsOf("n")].some((at) => connectionsOf("A").has(at))).toBe(false);
});

it("T43: a merchant whose own work has ended gets a place, though others fill the connection that it took", async () => {
  const { enter, end, count, started } = open({ connections: 1 });
  void enter("A");
  void enter("B");
  await end("A");
  void enter("A transaction", 2);
  for (const name of times(3, "B")) void enter(name);
  await turn();
  await end("B");
  expect(started).toEqual(["A", "B", "A transaction"]);
  await end("A transaction");
  expect(count("B")).toBe(2);
});

it("work goes to a connection that is open, as long as one is free", async () => {
  const established = [false, false, true, false];
  const { enter, connectionsOf } = open({
    connections: 4,
    isOpen: (connection) => established[connection] ?? false,
  });
  void enter("A");
  await turn();
  expect([...connectionsOf("A")]).toEqual([2]);
  void enter("A");
  await turn();
  expect([...connectionsOf("A")]).toEqual([2, 0]);
});

it("T43: a transaction gets its connection, however many single statements others send", async () => {
  const { enter, end, count, started } = open({ connections: 2 });
  for (const name of ["A", "B", "A", "B"]) void enter(name);
  await turn();
  expect([count("A"), count("B")]).toEqual([2, 2]);
  void enter("C", 2);
  for (const name of [...times(10, "A"), ...times(10, "B")]) void enter(name);
  // each connection has one free place, but work for one place may not pass the work that needs two
  await end("A");
  await end("B");
  expect(started.slice(4)).toEqual([]);
  await end("A");
  expect(started.slice(4)).toEqual(["C", "A"]);
  await end("B");
  expect(started.slice(6)).toEqual(["B"]);
});

it("T43: one merchant's statements fill three quarters of the queue, and others find room", async () => {
  const { enter, gate, count } = open({ connections: 1, depth: 1, queueLimit: 4 });
  void enter("A");
  for (const name of times(3, "A")) void enter(name);
  await expect(enter("A")).rejects.toBeInstanceOf(DatabaseBusy);
  void enter("B");
  expect(gate.load()).toMatchObject({ running: 1, waiting: 4 });
  await expect(enter("C")).rejects.toBeInstanceOf(DatabaseBusy);
  expect(count("A")).toBe(1);
});

it("T43: reports for each merchant how long its oldest statement has waited", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const { enter, gate } = open({ connections: 1, depth: 1 });
    void enter("A");
    void enter("A");
    vi.advanceTimersByTime(700);
    void enter("B");
    vi.advanceTimersByTime(100);
    expect([1, 2, 3, null].map((share) => gate.waitedMs(share))).toEqual([800, 100, 0, 0]);
  } finally {
    vi.useRealTimers();
  }
});

it("T43: statements whose caller has gone are dropped in each merchant's turn", async () => {
  const { enter, end, started, gate } = open({ connections: 1, depth: 1 });
  const caller = new AbortController();
  void enter("A1");
  const gone = [enter("A2", 1, caller.signal), enter("B1", 1, caller.signal)];
  void enter("B2");
  caller.abort();
  const dropped = Promise.allSettled(gone);
  await end("A1");
  expect(started).toEqual(["A1", "B2"]);
  for (const outcome of await dropped)
    expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(CallerGone) });
  expect(gate.load()).toMatchObject({ running: 1, waiting: 0 });
});

it("T43: work that must finish without its caller is still the merchant's", async () => {
  const { enter, gate } = open({ connections: 1, depth: 1 });
  void enter("A");
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    void withCaller({ signal: undefined, merchantId: 2 }, () =>
      withoutCaller(() => gate.enter(async () => {})),
    );
    vi.advanceTimersByTime(5);
    expect([gate.waitedMs(2), gate.waitedMs(null)]).toEqual([5, 0]);
  } finally {
    vi.useRealTimers();
  }
});

describe("O18: statements that wait for a locked table", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("O18: take four of a merchant's six connections, and its other statements find one at once", async () => {
    const { enter, count, connectionsOf, started } = open();
    for (const name of times(20, "A locked")) void ofKind(enter, name, "locked");
    expect(connectionsOf("A locked").size).toBe(4);
    for (const name of ["A ping", "A sale"]) void ofKind(enter, name, name);
    await turn();
    expect(started.slice(-2)).toEqual(["A ping", "A sale"]);
    expect(count("A locked")).toBe(8);
  });

  it("O18: of several kinds take four together, once they are known to be slow", async () => {
    const { enter, count, connectionsOf, end, gate } = open();
    for (const kind of ["one", "two", "three"]) void ofKind(enter, `A ${kind}`, kind);
    vi.advanceTimersByTime(300);
    for (const kind of ["one", "two", "three"])
      for (const name of times(5, `A ${kind}`)) void ofKind(enter, name, kind);
    expect(connectionsOf("A").size).toBe(4);
    expect(count("A")).toBe(4);
    // nothing is sent behind them, and others find a connection
    for (const name of times(4, "A ping")) {
      void ofKind(enter, name, "ping");
      await turn();
      await end("A ping");
    }
    vi.advanceTimersByTime(600);
    const waitedMs = (operation: string) => gate.waitedMs(1, operation);
    expect(["one", "ping"].map(waitedMs)).toEqual([600, 0]);
    // remembered when they end: the next ones are taken to be slow, too
    for (const name of ["A one", "A two", "A three"]) await end(name);
    expect(count("A")).toBe(4);
    vi.advanceTimersByTime(2_100);
    void ofKind(enter, "B one", "one");
    await turn();
    expect(count("B")).toBe(1);
  });

  it("O18: a kind that waits does not keep later kinds of its merchant waiting", async () => {
    const { enter, started } = open({ connections: 4 });
    for (const name of times(6, "A locked")) void ofKind(enter, name, "locked");
    vi.advanceTimersByTime(300);
    void ofKind(enter, "A ping", "ping");
    await turn();
    expect(started).toEqual([...times(4, "A locked"), "A ping"]);
  });
});
