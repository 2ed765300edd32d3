import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { shareOf } from "@stampbook/db";
import { sameForAll } from "../rest/greeting.ts";
import { busy, busyBody } from "./busy.ts";

/**
 * Functions that count the calls that the process is handling, and refuse calls for which there is no room.
 */
export type Admission = {
  /** Wraps the request listener: refused calls are neither routed nor read. */
  readonly door: (answer: RequestListener) => RequestListener;
  /**
   * Counts an admitted call as this merchant's. False if there is no room for it: refuse it with
   * `tooBusy`.
   */
  readonly assign: (response: ServerResponse, merchantId: number) => boolean;
  /** Frees the call's place when its response begins. */
  readonly leave: (response: ServerResponse) => void;
};

export type AdmissionOptions = {
  /**
   * The most calls that the process handles at once. One merchant gets only its share of them (`shareOf`).
   * Further calls are refused.
   */
  readonly most: number;
  /** The merchant of a request; null if that is not known without a query. */
  readonly merchantOf: (request: IncomingMessage) => number | null;
  /**
   * Whether running calls of this merchant already wait too long. For null: whether running calls whose
   * merchant is unknown do.
   */
  readonly isSlow: (merchantId: number | null) => boolean;
  /** Whether the process is shutting down. Then each connection ends with its response. */
  readonly isDraining: () => boolean;
  /** Called at most once a second, with the number of calls refused since the last time. */
  readonly onRefused: (calls: number) => void;
};

const EVERY_MS = 1_000;

/**
 * Limits the calls that the process handles at once, so that each is answered soon. It also limits the calls
 * of each merchant, so that one merchant cannot fill the process. Further calls are refused at once, so that
 * the client can retry later or elsewhere. Most are refused before their body is read; `assign` refuses a
 * call once its merchant is known. Probes are always admitted.
 */
export function createAdmission(options: AdmissionOptions): Admission {
  const { most, merchantOf, isSlow, isDraining, onRefused } = options;
  const inWork = createCalls();
  let refused = 0;

  function hasRoom(merchantId: number | null): boolean {
    const own = inWork.countOf(merchantId);
    if (own >= shareOf(most, inWork.hasOthers(merchantId))) return false;
    return own === 0 || !isSlow(merchantId);
  }

  function countRefused() {
    if (refused++ > 0) return;
    setTimeout(() => {
      onRefused(refused);
      refused = 0;
    }, EVERY_MS).unref();
  }

  function refuse(request: IncomingMessage, response: ServerResponse) {
    countRefused();
    const body = busyBody(request.url);
    response.writeHead(busy.status, {
      ...sameForAll,
      ...busy.headers,
      "x-request-id": randomUUID(),
      "content-length": body.length,
      ...(isDraining() && { connection: "close" }),
    });
    response.end(body);
  }

  return {
    door: (answer) => (request, response) => {
      if (isProbe(request.url)) return answer(request, response);
      const merchantId = merchantOf(request);
      if (inWork.size() >= most || !hasRoom(merchantId)) return refuse(request, response);
      inWork.set(response, merchantId);
      response.once("close", () => inWork.delete(response));
      return answer(request, response);
    },
    assign: (response, merchantId) => {
      const before = inWork.get(response);
      // the call was answered meanwhile, or is already counted for this merchant
      if (before === undefined || before === merchantId) return true;
      if (!hasRoom(merchantId)) {
        countRefused();
        return false;
      }
      inWork.delete(response);
      inWork.set(response, merchantId);
      return true;
    },
    leave: (response) => inWork.delete(response),
  };
}

/**
 * The calls that the process is handling, each with its merchant, or with null until the merchant is known.
 */
function createCalls() {
  const calls = new Map<ServerResponse, number | null>();
  const counts = new Map<number | null, number>();
  const countOf = (merchantId: number | null) => counts.get(merchantId) ?? 0;
  return {
    size: () => calls.size,
    get: (response: ServerResponse) => calls.get(response),
    countOf,
    /**
     * Whether the process is handling calls of another merchant. Calls whose merchant is unknown do not
     * count.
     */
    hasOthers: (merchantId: number | null) =>
      calls.size > countOf(merchantId) + (merchantId === null ? 0 : countOf(null)),
    set: (response: ServerResponse, merchantId: number | null) => {
      calls.set(response, merchantId);
      counts.set(merchantId, countOf(merchantId) + 1);
    },
    delete: (response: ServerResponse) => {
      const merchantId = calls.get(response);
      if (merchantId === undefined) return;
      calls.delete(response);
      const others = countOf(merchantId) - 1;
      if (others) counts.set(merchantId, others);
      else counts.delete(merchantId);
    },
  };
}

/** Health checks are answered even when the process is full. */
function isProbe(url = ""): boolean {
  return /^\/(health|ready)\/?(\?|$)/.test(url);
}
