import type { FastifyRequest } from "fastify";
import { Counter, Histogram, type Registry } from "prom-client";
import type { EndedRequest } from "../http/call-records.ts";
import type { Refused } from "../http/refused.ts";

/** Functions that count requests. */
export type RequestMetrics = {
  readonly ended: (request: FastifyRequest, ended: EndedRequest) => void;
  /** Counts a call that was refused before it was routed. */
  readonly turnedAway: (refused: Refused) => void;
};

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts calls by operation and outcome, and refusals by reason. */
export function countRequests(register: Registry): RequestMetrics {
  const registers = [register];
  const calls = new Counter({
    name: "stampbook_calls_total",
    help: "Calls by operation and outcome, each call of a batch. A request that reaches no procedure counts by its route's pattern. Status 499: the client left.",
    labelNames: ["operation", "status", "error_code"],
    registers,
  });
  const seconds = new Histogram({
    name: "stampbook_call_seconds",
    help: "Time until the answer, by operation.",
    labelNames: ["operation"],
    buckets: SECONDS,
    registers,
  });
  const refusals = new Counter({
    name: "stampbook_refused_calls_total",
    help: "Calls that were refused or given up for lack of room or time, by reason.",
    labelNames: ["reason"],
    registers,
  });

  function count(operation: string, status: number, errorCode: string, ms: number) {
    calls.inc({ operation, status, error_code: errorCode });
    seconds.observe({ operation }, ms / 1_000);
  }

  return {
    ended: (request, ended) => {
      if (!ended.calls.length) count(routeOf(request), ended.status, "", ended.ms);
      for (const { operation, status, errorCode = "", ms, refused } of ended.calls) {
        count(operation, status, errorCode, ms);
        if (refused) refusals.inc({ reason: refused });
      }
    },
    turnedAway: (reason) => refusals.inc({ reason }),
  };
}

/** The pattern of a request's route, never its path, so that strangers cannot make up labels. */
const routeOf = ({ is404, routeOptions }: FastifyRequest) =>
  (!is404 && routeOptions.url) || "unknown";
