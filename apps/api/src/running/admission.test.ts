import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createAdmission, type Holder } from "./admission.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const MOST = 8;
const A = 1;
const B = 2;
const C = 3;

/**
 * An admission whose requests name their holder in a header. `slow` has the merchants whose calls wait too
 * long, and `waits` how long the calls of an operation do.
 */
function open() {
  const slow = new Set<number | null>();
  const waits = new Map<string, number>();
  const refusals: number[] = [];
  const admission = createAdmission({
    most: MOST,
    holderOf: ({ headers: { merchant } }) =>
      merchant === undefined ? null : merchant === "session" ? merchant : Number(merchant),
    waitedMs: (merchantId, operation) => (slow.has(merchantId) ? 600 : (waits.get(operation) ?? 0)),
    longestWaitMs: 500,
    isDraining: () => false,
    onRefused: (calls) => refusals.push(calls),
  });

  /** Sends a call. `end` answers the call. `status` is the status of a refusal, else null. */
  function call(holder: Holder, url = "/api/ping") {
    const request = new IncomingMessage(new Socket());
    request.url = url;
    if (holder !== null) request.headers.merchant = String(holder);
    const response = new ServerResponse(request);
    const answer = vi.fn<RequestListener>();
    admission.door(answer)(request, response);
    return {
      response,
      isIn: answer.mock.calls.length === 1,
      status: response.headersSent ? response.statusCode : null,
      end: () => admission.leave(response),
    };
  }
  const calls = (count: number, holder: Holder) =>
    Array.from({ length: count }, () => call(holder));
  const countIn = (all: ReturnType<typeof calls>) => all.filter(({ isIn }) => isIn).length;
  return { admission, call, calls, countIn, slow, waits, refusals };
}

it("T43: one merchant fills three quarters of the process, and the next finds room", () => {
  const { calls, countIn } = open();
  expect(countIn(calls(10, A))).toBe(6);
  expect(countIn(calls(10, B))).toBe(2);
  expect(countIn(calls(1, C))).toBe(0);
});

it("T43: a merchant gets no more than half while another has calls in work", () => {
  const { call, calls, countIn } = open();
  const own = calls(6, A);
  const other = call(B);
  for (const { end } of own.slice(0, 2)) end();
  expect(call(A).isIn).toBe(false);
  own[2]?.end();
  expect(call(A).isIn).toBe(true);
  other.end();
  expect(countIn(calls(4, A))).toBe(2);
});

it("T43: only the merchant whose calls wait too long is refused, unless none of them is in work", () => {
  const { call, slow } = open();
  slow.add(A);
  const first = call(A);
  expect([first.isIn, call(A).status, call(B).isIn, call(null).isIn]).toEqual([
    true,
    503,
    true,
    true,
  ]);
  first.end();
  expect(call(A).isIn).toBe(true);
});

it("O18: only the operation whose calls wait is refused, and before that has half of the merchant's places", () => {
  const { call, waits } = open();
  const isIn = (path: string) => call(A, path).isIn;
  const redeem = "/api/redeem?x=1";
  expect([redeem, redeem].map(isIn)).toEqual([true, true]);
  waits.set("/api/redeem", 200);
  expect([redeem, redeem].map(isIn)).toEqual([true, false]);
  waits.set("/api/redeem", 600);
  expect([redeem, "/api/ping", "/api/ping", "/api/ping", "/api/ping"].map(isIn)).toEqual([
    ...[false, true, true, true, false],
  ]);
});

it("T43: a call is counted as its merchant's as soon as that is known", () => {
  const { admission, call, calls, slow } = open();
  const unknown = calls(5, null);
  expect(unknown.map(({ response }) => admission.assign(response, A))).toEqual(
    Array.from({ length: 5 }, () => true),
  );
  // a tRPC batch has one response for several calls, and each call assigns it; the repeats must change
  // nothing
  expect(unknown.map(({ response }) => admission.assign(response, A))).not.toContain(false);
  expect([call(A).isIn, call(A).isIn]).toEqual([true, false]);
  const seventh = call(null);
  expect(admission.assign(seventh.response, A)).toBe(false);
  expect(admission.assign(seventh.response, A)).toBe(false);
  seventh.end();
  slow.add(B);
  const [one, other] = calls(2, null);
  if (!one || !other) throw new Error("two calls");
  expect(admission.assign(one.response, B)).toBe(true);
  expect(admission.assign(other.response, B)).toBe(false);
});

it("T43: all that were refused are counted, at the door or later", async () => {
  const { admission, call, calls, refusals } = open();
  calls(8, A);
  const unknown = call(null);
  expect(admission.assign(unknown.response, A)).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(refusals).toEqual([3]);
});

it("F3: a full process refuses everybody but probes, until a call ends", () => {
  const { call, calls } = open();
  const [first] = [...calls(6, A), ...calls(2, B)];
  expect([call(C).status, call(null).status, call(null, "/health?x").isIn]).toEqual([
    503,
    503,
    true,
  ]);
  first?.end();
  expect(call(C).isIn).toBe(true);
  expect(call(C).status).toBe(503);
});

it("S2: strangers do not keep staff with a signed session out, nor these the strangers", () => {
  const { calls, countIn } = open();
  expect(countIn(calls(8, null))).toBe(6);
  expect(countIn(calls(8, "session"))).toBe(2);
  const other = open();
  expect(other.countIn(other.calls(8, "session"))).toBe(6);
  expect(other.countIn(other.calls(8, null))).toBe(2);
});

it("S2: a call has no place while its body is on its way, and takes one afterwards", async () => {
  const { admission, call, calls, countIn, refusals } = open();
  const stepsIn = calls(6, null).map(({ response }) => admission.stepOut(response));
  expect(countIn(calls(6, null))).toBe(6);
  expect(stepsIn[0]?.()).toBe(false);
  const sessions = calls(2, "session");
  const stepIn = admission.stepOut(sessions[0]?.response ?? call(null).response);
  expect(call(A).isIn).toBe(true);
  expect(stepIn()).toBe(false);
  sessions[1]?.end();
  expect(stepIn()).toBe(true);
  expect(call(B).status).toBe(503);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(refusals).toEqual([3]);
});

it("S2: a call that was answered meanwhile takes no place", () => {
  const { admission, call, calls, countIn } = open();
  const { response, end } = call(A);
  const stepIn = admission.stepOut(response);
  response.writeHead(503);
  end();
  expect(stepIn()).toBe(true);
  expect(countIn(calls(8, A))).toBe(6);
});
