import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { busy, busyBody } from "./busy.ts";

/** Calls whose response has not begun, with their deadlines. */
export type Deadlines = {
  readonly enter: (request: FastifyRequest, reply: FastifyReply) => void;
  /**
   * To be called when the response begins. From then on the call has no deadline, because the response may be
   * a stream.
   */
  readonly leave: (response: ServerResponse) => void;
  /**
   * The signal of a call, which aborts when the caller disconnects or the deadline passes. Work that has not
   * started is then no longer needed. Undefined once the response has begun.
   */
  readonly signalOf: (response: ServerResponse) => AbortSignal | undefined;
  /** Ends calls whose body has not arrived completely, because the rest may never arrive. */
  readonly endUnread: () => void;
  /** The sockets of calls whose response has not begun. */
  readonly sockets: () => ReadonlySet<Socket>;
  readonly stop: () => void;
};

type Call = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly since: number;
  readonly gone: AbortController;
};

const LOOK_MS = 100;

/** Answers 503 to each call that takes longer than `deadlineMs`. */
export function createDeadlines(deadlineMs: number, now = () => performance.now()): Deadlines {
  // in order of arrival, so a check can stop at the first call with time left
  const calls = new Map<ServerResponse, Call>();

  function end({ request, reply, gone }: Call) {
    calls.delete(reply.raw);
    gone.abort();
    if (reply.sent) return;
    reply.code(busy.status).headers(busy.headers);
    // on an open connection, the rest of the body would be read as the next call
    if (!request.raw.complete) reply.header("connection", "close");
    reply.send(busyBody(request.url));
    // the handler's own response comes too late, so it is dropped
    reply.send = () => reply;
  }

  const looking = setInterval(() => {
    const latest = now() - deadlineMs;
    for (const call of calls.values()) {
      if (call.since > latest) return;
      end(call);
    }
  }, LOOK_MS);
  looking.unref();

  return {
    enter: (request, reply) => {
      const { raw } = reply;
      const call = { request, reply, since: now(), gone: new AbortController() };
      calls.set(raw, call);
      raw.once("close", () => {
        calls.delete(raw);
        if (!raw.writableFinished) call.gone.abort();
      });
    },
    leave: (response) => {
      calls.delete(response);
    },
    signalOf: (response) => calls.get(response)?.gone.signal,
    endUnread: () => {
      for (const call of calls.values()) if (!call.request.raw.complete) end(call);
    },
    sockets: () => new Set([...calls.values()].map(({ request }) => request.raw.socket)),
    stop: () => clearInterval(looking),
  };
}
