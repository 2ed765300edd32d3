import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createAdmission } from "./admission.ts";

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
 * An admission whose requests name their merchant in a header. `slow` has the merchants whose calls wait too
 * long.
 */
function open() {
  const slow = new Set<number | null>();
  const refusals: number[] = [];
  const admission = createAdmission({
    most: MOST,
    merchantOf: ({ headers }) => (headers.merchant ? Number(headers.merchant) : null),
    isSlow: (merchantId) => slow.has(merchantId),
    isDraining: () => false,
    onRefused: (calls) => refusals.push(calls),
  });

  /** Sends a call. `end` answers the call. `status` is the status of a refusal, else null. */
  function call(merchantId: number | null, url = "/api/ping") {
    const request = new IncomingMessage(new Socket());
    request.url = url;
    if (merchantId !== null) request.headers.merchant = String(merchantId);
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
  const calls = (count: number, merchantId: number | null) =>
    Array.from({ length: count }, () => call(merchantId));
  const countIn = (all: ReturnType<typeof calls>) => all.filter(({ isIn }) => isIn).length;
  return { admission, call, calls, countIn, slow, refusals };
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
