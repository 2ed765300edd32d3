import type { Db } from "@stampbook/db";
import { callerSpans, withCaller } from "@stampbook/db";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Failure } from "../failures.ts";
import { createBatcher } from "./batch.ts";
import type { BatchLimits } from "./limits.ts";
import type { Locks, Row } from "./statement.ts";

// The tests decide when a statement ends, and use a fake clock.

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const db = {} as Db;
type Sent = {
  readonly merchantId: number;
  readonly calls: readonly string[];
  readonly locks: Locks;
  readonly spans: readonly object[] | undefined;
  readonly end: (error?: unknown) => Promise<void>;
};

const turn = () => vi.advanceTimersByTimeAsync(0);

/** How a call is written. `of` is the name of its operation. */
type How = {
  readonly merchantId: number;
  readonly waits: boolean;
  readonly until: number;
  readonly key: string | null;
  readonly isRetry: boolean;
  readonly of: string;
  /** Whether the turn of the event loop ends after the call. */
  readonly endsTurn: boolean;
};

/**
 * Makes a batcher. The test ends the statements. A call is a word. Its first letter is its subject, a final
 * capital is a shared subject, and a final number is its weight.
 */
function open(limits: Partial<BatchLimits> = {}) {
  const sent: Sent[] = [];
  const writing = createBatcher(db, { slots: 1, gather: 1, ...limits });
  const statementOf = (name: string) => ({
    name,
    canWaitForShared: true,
    run: (_: Db, { merchantId }: { merchantId: number }, calls: readonly string[], locks: Locks) =>
      new Promise<readonly Row<never, string>[]>((resolve, reject) => {
        const end = async (error?: unknown) => {
          if (error) reject(error);
          else resolve(calls.map((call) => ({ isDone: true, done: call })));
          await turn();
        };
        sent.push({ merchantId, calls, locks, spans: callerSpans(), end });
      }),
  });
  const operationOf = (name: string) => ({
    name,
    statement: statementOf(name),
    subjects: (call: string) => [call.slice(0, 1)],
    shared: (call: string) => call.match(/[A-Z]$/) ?? [],
    weight: (call: string) => Number(/\d+$/.exec(call)?.[0] ?? 0),
  });
  const write = (
    call: string,
    { merchantId = 1, waits = false, until = 10_000, ...how }: Partial<How> = {},
  ): Promise<string> => {
    const { key = null, isRetry = false, of = "words", endsTurn = true } = how;
    const sending = { place: { merchantId, offsetMs: 0 }, waits, key, isRetry };
    const answer = writing
      .write(operationOf(of), call, { ...sending, until: performance.now() + until })
      .then((row) => (row.isDone ? row.done : "seen"));
    if (endsTurn) vi.advanceTimersByTime(0);
    return answer.catch((error) => (error instanceof Failure ? error.code : error.message));
  };
  return { sent, write, waitedMs: writing.waitedMs };
}

const callsOf = (sent: readonly Sent[]) => sent.map(({ calls }) => calls.join(" "));

describe("which calls go together", () => {
  test("what comes in one turn of the event loop goes together", () => {
    const { sent, write } = open({ slots: 4 });
    for (const call of ["a", "b", "c"]) write(call, { endsTurn: false });
    expect(callsOf(sent)).toEqual([]);
    vi.advanceTimersByTime(0);
    expect(callsOf(sent)).toEqual(["a b c"]);
  });

  test("a call leaves after its turn while a slot is free; what comes meanwhile goes together", async () => {
    const { sent, write } = open();
    const answers = ["a", "b", "c"].map((call) => write(call));
    expect(callsOf(sent)).toEqual(["a"]);
    await sent[0]?.end();
    expect(callsOf(sent)).toEqual(["a", "b c"]);
    await sent[1]?.end();
    expect(await Promise.all(answers)).toEqual(["a", "b", "c"]);
  });

  test("the statement, and each half of it, is traced in the spans of its own calls", async () => {
    const { sent, write } = open();
    const spans = ["a", "b", "c"].map((of) => ({ of }));
    for (const span of spans)
      withCaller({ signal: undefined, spans: [span] }, () => write(span.of, { endsTurn: false }));
    write("d", { endsTurn: false });
    vi.advanceTimersByTime(0);
    expect(sent[0]?.spans).toEqual(spans);
    await sent[0]?.end(
      Object.assign(new Error("one is bad"), { severity: "ERROR", code: "23505" }),
    );
    expect(callsOf(sent)).toEqual(["a b c d", "a b"]);
    expect(sent[1]?.spans).toEqual(spans.slice(0, 2));
  });

  test("not more than fit in a statement", async () => {
    const { sent, write } = open({ batchSize: 2 });
    for (const call of ["a", "b", "c", "d"]) write(call);
    await sent[0]?.end();
    await sent[1]?.end();
    expect(callsOf(sent)).toEqual(["a", "b c", "d"]);
  });

  test("not more vouchers than a statement issues at most, unless one call issues more", async () => {
    const { sent, write } = open({ batchWeight: 10 });
    for (const call of ["a", "b6", "c5", "d4", "e11", "f"]) write(call);
    for (let n = 0; n < sent.length; n++) await sent[n]?.end();
    expect(callsOf(sent)).toEqual(["a", "b6 d4 f", "c5", "e11"]);
  });

  test("many that share something, but never beside a batch with it that is under way", async () => {
    const { sent, write } = open({ slots: 2 });
    const calls = ["aX", "bX", "cX", "d"];
    for (const call of calls) write(call);
    expect(callsOf(sent)).toEqual(["aX", "d"]);
    await sent[1]?.end();
    expect(callsOf(sent)).toEqual(["aX", "d"]);
    await sent[0]?.end();
    expect(callsOf(sent)).toEqual(["aX", "d", "bX cX"]);
  });

  test("those that share what most of them share go by themselves, and wait for its row", async () => {
    const { sent, write } = open({ slots: 2 });
    const calls = ["aX", "bX", "c", "dX", "eY", "g"];
    for (const call of calls) write(call);
    await sent[0]?.end();
    await sent[1]?.end();
    expect(sent.map(({ calls, locks }) => `${calls.join(" ")}: ${locks}`)).toEqual([
      ...["aX: skip", "c: skip", "bX dX: waitShared", "eY g: skip"],
    ]);
  });

  test("never two with a subject in common, nor beside one that is under way", async () => {
    const { sent, write } = open({ slots: 2 });
    for (const call of ["a1", "a2", "b1", "b2", "c1"]) write(call);
    expect(callsOf(sent)).toEqual(["a1", "b1"]);
    await sent[0]?.end();
    expect(callsOf(sent)).toEqual(["a1", "b1", "a2 c1"]);
  });

  test("one that waits for locks goes alone", async () => {
    const { sent, write } = open();
    write("a");
    write("b", { waits: true });
    write("c");
    await sent[0]?.end();
    await sent[1]?.end();
    expect(sent.map(({ calls, locks }) => `${calls} ${locks}`)).toEqual([
      "a skip",
      "b wait",
      "c skip",
    ]);
  });

  test("T43: merchants take turns; one alone gets three quarters of the slots, or half while another waits", async () => {
    const { sent, write } = open({ slots: 4, batchSize: 1 });
    const calls = "abcdefgh".split("");
    for (const call of calls) write(call, { merchantId: 1 });
    expect(sent.map(({ merchantId }) => merchantId)).toEqual([1, 1, 1]);
    for (const call of calls) write(call, { merchantId: 2 });
    expect(sent.slice(3).map(({ merchantId }) => merchantId)).toEqual([2]);
    for (const { end } of sent.slice(0, 2)) await end();
    expect(sent.slice(4).map(({ merchantId }) => merchantId)).toEqual([2, 1]);
  });

  test("a call that waits for another one holds up no other operation", async () => {
    const { sent, write } = open({ slots: 2, batchSize: 1 });
    write("a1");
    write("a2");
    await vi.advanceTimersByTimeAsync(50);
    write("b", { of: "others" });
    await vi.advanceTimersByTimeAsync(50);
    write("c", { of: "others" });
    await vi.advanceTimersByTimeAsync(50);
    write("d");
    expect(callsOf(sent)).toEqual(["a1", "b"]);
    await sent[1]?.end();
    expect(callsOf(sent)).toEqual(["a1", "b", "c"]);
  });

  test("T43: tells how long the calls of a merchant wait for a slot, without calls that wait for another call", async () => {
    const { sent, write, waitedMs } = open({ slots: 1 });
    write("a1", { waits: true });
    write("a2");
    await vi.advanceTimersByTimeAsync(100);
    write("b1");
    write("c1", { merchantId: 2 });
    await vi.advanceTimersByTimeAsync(700);
    expect([1, 2, 3].map((id) => waitedMs(id))).toEqual([700, 700, 0]);
    await sent[0]?.end();
    expect(callsOf(sent)).toEqual(["a1", "a2 b1"]);
    expect([1, 2].map((id) => waitedMs(id))).toEqual([0, 700]);
  });

  test("O18: a statement that is stuck uses no slot, and further calls of its operation wait for it", async () => {
    const { sent, write } = open({ slots: 1 });
    write("a");
    write("b");
    write("c", { of: "others" });
    await vi.advanceTimersByTimeAsync(240);
    expect(callsOf(sent)).toEqual(["a"]);
    await vi.advanceTimersByTimeAsync(30);
    expect(callsOf(sent)).toEqual(["a", "c"]);
    write("d", { of: "others" });
    await sent[1]?.end();
    expect(callsOf(sent)).toEqual(["a", "c", "d"]);
    await sent[2]?.end();
    await sent[0]?.end();
    expect(callsOf(sent)).toEqual(["a", "c", "d", "b"]);
  });

  test("O18: tells how long the calls of one operation of the callers wait", async () => {
    const { write, waitedMs } = open({ slots: 1 });
    write("a", { waits: true });
    withCaller({ signal: undefined, operation: "redeem" }, () => write("b"));
    await vi.advanceTimersByTimeAsync(700);
    expect([waitedMs(1, "redeem"), waitedMs(1, "ping"), waitedMs(1)]).toEqual([700, 0, 0]);
  });

  test("O18: also how long a statement with their calls is stuck", async () => {
    const { sent, write, waitedMs } = open({ slots: 2 });
    withCaller({ signal: undefined, operation: "redeem" }, () => write("a"));
    await vi.advanceTimersByTimeAsync(200);
    expect(waitedMs(1, "redeem")).toBe(0);
    await vi.advanceTimersByTimeAsync(400);
    expect([waitedMs(1, "redeem"), waitedMs(1, "ping")]).toEqual([600, 0]);
    await sent[0]?.end();
    expect(waitedMs(1, "redeem")).toBe(0);
  });
});

describe("calls that wait for a statement of their operation, though a slot is free", () => {
  const gathering = { slots: 4, gather: 3, gatherMs: 5 };

  test("a few go together at its end", async () => {
    const { sent, write } = open(gathering);
    for (const call of ["a", "b", "c"]) write(call);
    expect(callsOf(sent)).toEqual(["a"]);
    await sent[0]?.end();
    expect(callsOf(sent)).toEqual(["a", "b c"]);
  });

  test("many go at once", () => {
    const { sent, write } = open(gathering);
    for (const call of ["a", "b", "c", "d", "e"]) write(call);
    expect(callsOf(sent)).toEqual(["a", "b c d"]);
  });

  test("none waits long for one that takes long", async () => {
    const { sent, write } = open(gathering);
    write("a");
    write("b");
    await vi.advanceTimersByTimeAsync(4);
    expect(callsOf(sent)).toEqual(["a"]);
    await vi.advanceTimersByTimeAsync(6);
    write("c");
    expect(callsOf(sent)).toEqual(["a", "b"]);
    await vi.advanceTimersByTimeAsync(20);
    expect(callsOf(sent)).toEqual(["a", "b", "c"]);
  });

  test("none waits for another operation, another merchant, or a call that waits for locks", () => {
    const { sent, write } = open(gathering);
    write("a", { waits: true });
    write("b");
    write("c", { of: "others" });
    write("d", { merchantId: 2 });
    expect(callsOf(sent)).toEqual(["a", "b", "c", "d"]);
  });
});

describe("what ends a call before it is sent", () => {
  test("too many wait, in all and of one merchant", async () => {
    const { write } = open({ queue: 3, merchantQueue: 2 });
    write("a");
    write("b");
    write("c");
    expect(await write("d")).toBe("overloaded");
    write("a", { merchantId: 2 });
    expect(await write("b", { merchantId: 2 })).toBe("overloaded");
  });

  test("its deadline, though no slot becomes free", async () => {
    const { sent, write } = open();
    write("a");
    const late = write("b", { until: 200 });
    await vi.advanceTimersByTimeAsync(300);
    expect(await late).toBe("overloaded");
    await sent[0]?.end();
    expect(callsOf(sent)).toEqual(["a"]);
  });

  test("a deadline and a leaving caller, though a slot is free that its merchant may not have", async () => {
    const { sent, write } = open({ slots: 4, batchSize: 1 });
    for (const call of ["a", "b", "c"]) write(call, { key: call });
    const leaving = new AbortController();
    const gone = withCaller({ signal: leaving.signal }, () => write("d"));
    const second = write("e", { key: "a" });
    const retry = write("f", { key: "b", isRetry: true });
    leaving.abort();
    await vi.advanceTimersByTimeAsync(1_100);
    expect(sent).toHaveLength(3);
    expect(await gone).toMatch(/its caller has gone/);
    expect(await second).toBe("idempotency_key_in_use");
    // a retry waits for another call with its key even after `keyWaitMs`
    for (const { end } of sent.slice()) await end();
    await sent[3]?.end();
    expect(await retry).toBe("f");
  });

  test("its caller leaves", async () => {
    const { sent, write } = open();
    const leaving = new AbortController();
    const first = withCaller({ signal: leaving.signal }, () => write("a"));
    const second = withCaller({ signal: leaving.signal }, () => write("b"));
    leaving.abort();
    await sent[0]?.end();
    expect(await first).toBe("a");
    expect(await second).toMatch(/its caller has gone/);
    expect(callsOf(sent)).toEqual(["a"]);
  });

  test("a second behind a call with its key", async () => {
    const { sent, write } = open({ slots: 2 });
    write("a", { key: "k" });
    const second = write("b", { key: "k" });
    const other = write("c", { key: "other" });
    await vi.advanceTimersByTimeAsync(1_100);
    expect(await second).toBe("idempotency_key_in_use");
    await sent[0]?.end();
    await sent[1]?.end();
    expect(await other).toBe("c");
    const later = write("b", { key: "k" });
    await sent[2]?.end();
    expect(await later).toBe("b");
  });
});

describe("when a statement fails", () => {
  const error = Object.assign(new Error("division by zero"), { code: "22012", severity: "ERROR" });

  test("an error that rolled it back: halves, until the one call is found", async () => {
    const { sent, write } = open();
    const answers = ["x", "a", "b", "c", "d"].map((call) => write(call));
    await sent[0]?.end();
    for (let n = 1; n < sent.length; n++)
      await sent[n]?.end(sent[n]?.calls.includes("c") ? error : undefined);
    expect(callsOf(sent)).toEqual(["x", "a b c d", "a b", "c d", "c", "d"]);
    expect(await Promise.all(answers)).toEqual(["x", "a", "b", "division by zero", "d"]);
  });

  test("a lock timeout of calls that wait for a row that they share: they go again and skip it", async () => {
    const { sent, write } = open();
    const answers = ["xX", "aX", "bX"].map((call) => write(call));
    await sent[0]?.end();
    const timeout = { code: "55P03", severity: "ERROR", name: "PostgresError" };
    await sent[1]?.end(Object.assign(new Error("lock timeout"), timeout));
    await sent[2]?.end();
    expect(sent.slice(1).map(({ calls, locks }) => `${calls.join(" ")}: ${locks}`)).toEqual([
      ...["aX bX: waitShared", "aX bX: skip"],
    ]);
    expect(await Promise.all(answers)).toEqual(["xX", "aX", "bX"]);
  });

  test("no half is sent after its deadline", async () => {
    const { sent, write } = open();
    write("x");
    const [early, late] = [write("a"), write("b", { until: 200 })];
    await sent[0]?.end();
    await vi.advanceTimersByTimeAsync(300);
    await sent[1]?.end(error);
    await sent[2]?.end();
    expect(await early).toBe("a");
    expect(await late).toBe("overloaded");
    expect(callsOf(sent)).toEqual(["x", "a b", "a"]);
  });

  test.each([
    ["a lost connection", { code: "CONNECTION_CLOSED" }],
    ["a FATAL", { code: "57P01", severity: "FATAL" }],
    ["a deadline on this side", { code: "DATABASE_SILENT" }],
  ])("%s: nothing is sent again", async (what, parts) => {
    const { sent, write } = open();
    const answers = ["x", "a", "b"].map((call) => write(call));
    await sent[0]?.end();
    await sent[1]?.end(Object.assign(new Error(what), parts));
    expect(await Promise.all(answers)).toEqual(["x", what, what]);
    expect(callsOf(sent)).toEqual(["x", "a b"]);
  });
});
