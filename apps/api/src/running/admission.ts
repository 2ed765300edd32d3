import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { sameForAll } from "../rest/greeting.ts";
import { busy, busyBody } from "./busy.ts";

/** Decides whether there is room for another call. */
export type Admission = {
  /** Wraps the request listener: refused calls are neither routed nor read. */
  readonly door: (answer: RequestListener) => RequestListener;
  /** Frees the call's place when its response begins. */
  readonly leave: (response: ServerResponse) => void;
};

export type AdmissionOptions = {
  /** The most calls in work; further ones are refused. */
  readonly most: number;
  /** Whether running calls already wait too long for the database. */
  readonly isSlow: () => boolean;
  /** Whether the process is shutting down. Then each connection ends with its response. */
  readonly isDraining: () => boolean;
  /** Called once a second with the number of refused calls. */
  readonly onRefused: (calls: number) => void;
};

const EVERY_MS = 1_000;

/**
 * Limits the calls in work so that each is answered soon. Further calls are refused at once, before
 * their body is read, so that the client can retry later or elsewhere. Probes are always admitted.
 */
export function createAdmission(options: AdmissionOptions): Admission {
  const { most, isSlow, isDraining, onRefused } = options;
  const inWork = new Set<ServerResponse>();
  let refused = 0;

  function refuse(request: IncomingMessage, response: ServerResponse) {
    if (refused++ === 0)
      setTimeout(() => {
        onRefused(refused);
        refused = 0;
      }, EVERY_MS).unref();
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

  const leave = (response: ServerResponse) => {
    inWork.delete(response);
  };
  return {
    door: (answer) => (request, response) => {
      if (isProbe(request.url)) return answer(request, response);
      if (inWork.size >= most || (inWork.size > 0 && isSlow())) return refuse(request, response);
      inWork.add(response);
      response.once("close", () => leave(response));
      return answer(request, response);
    },
    leave,
  };
}

/** Health checks are answered even when the process is full. */
function isProbe(url = ""): boolean {
  return /^\/(health|ready)\/?(\?|$)/.test(url);
}
