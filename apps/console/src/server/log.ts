import { destination, pino } from "pino";
import type { Watch } from "./ended.ts";

/** Logs requests, but files of the build only if they fail, and calls that the API did not answer. */
export function createLog(level: string): Watch {
  const output = destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 250 });
  const log = pino({ level }, output);
  return {
    ended: ({ id: reqId, kind, method, path, address: remoteAddress, status, ms }) => {
      if (kind === "static" && status < 400) return;
      const isUnexpected = kind === "page" && status === 500;
      const req = { method, path, remoteAddress };
      log[isUnexpected ? "error" : "info"]({ reqId, req, kind, status, ms }, "answered");
    },
    apiFailed: ({ id: reqId, code, path, isFirst }) => {
      // one line for each outage; the lines of the other requests have their status
      if (isFirst) log.warn({ reqId, code, path }, "the API does not answer");
    },
  };
}
