import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { busy, busyBody } from "./busy.ts";

/** The calls whose answer has not begun, and until when it may. */
export type Deadlines = {
  readonly enter: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Its answer begins: a stream may take as long as it takes. */
  readonly leave: (response: ServerResponse) => void;
  /** Aborts when the caller has gone, or the call's time is over: what it has not begun is of no use. */
  readonly signalOf: (response: ServerResponse) => AbortSignal | undefined;
  /** Ends calls that have not arrived whole: nobody knows whether the rest will come. */
  readonly endUnread: () => void;
  /** Of the calls that have arrived whole and are not answered. */
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
  // in the order in which they came, so a look ends at the first that has time left
  const calls = new Map<ServerResponse, Call>();

  function end({ request, reply, gone }: Call) {
    calls.delete(reply.raw);
    gone.abort();
    if (reply.sent) return;
    reply.code(busy.status).headers(busy.headers);
    // the rest of the body would be taken for the next call
    if (!request.raw.complete) reply.header("connection", "close");
    reply.send(busyBody(request.url));
    // the call's outcome is not needed any more
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
