import { createRegistry, type MetricsPlace, serveMetrics } from "@stampbook/edge/metrics";
import { Counter, Histogram } from "prom-client";
import type { Watch } from "./ended.ts";

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Makes the console's metrics. */
export function openMetrics(): Watch & {
  readonly serve: (place: MetricsPlace) => ReturnType<typeof serveMetrics>;
} {
  const register = createRegistry();
  const registers = [register];
  const requests = new Counter({
    name: "stampbook_console_requests_total",
    help: "Requests by kind (page, static, data, sign_in, probe) and status. Status 499: the client left.",
    labelNames: ["kind", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "stampbook_console_request_seconds",
    help: "Time until the answer has been sent, by kind. Streams of open pages are left out.",
    labelNames: ["kind"],
    buckets: SECONDS,
    registers,
  });
  const failures = new Counter({
    name: "stampbook_console_api_failures_total",
    help: "Calls that the API did not answer, by the system's code.",
    labelNames: ["code"],
    registers,
  });
  return {
    ended: ({ kind, status, ms }) => {
      requests.inc({ kind, status });
      // streams stay open for up to a minute; no other answer takes so long
      if (ms < STREAM_MS) seconds.observe({ kind }, ms / 1_000);
    },
    apiFailed: ({ code }) => failures.inc({ code }),
    serve: (place) => serveMetrics(register, place),
  };
}

const STREAM_MS = 15_000;
