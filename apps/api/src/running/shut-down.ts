import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Deadlines } from "./deadlines.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Ends the service without losing a response; see `enableShutDown`. */
    shutDown: (options?: ShutDownOptions) => Promise<void>;
  }
}

export type ShutDownOptions = {
  /** How long calls are accepted after `/ready` begins to answer 503. Default: 0. */
  readonly delayMs?: number;
  /** Ends the delay when it aborts. */
  readonly hurry?: AbortSignal;
};

/** How long bodies may still arrive after the listener closes. */
const BODIES_MS = 2_000;
/** How long after the last call's deadline to close all connections, so that late responses can be sent. */
const SENDING_MS = 1_000;

/**
 * Adds `shutDown` to the app. Returns a function that says whether shutdown has begun. From then on `/ready`
 * answers 503, and each connection ends with its next response. After the delay the listener closes. Running
 * calls are then answered within `deadlineMs`, because each call has its deadline.
 */
export function enableShutDown(
  app: FastifyInstance,
  deadlines: Pick<Deadlines, "endUnread" | "sockets">,
  deadlineMs: number,
): () => boolean {
  const open = openSockets(app.server);
  let draining = false;

  app.decorate("shutDown", async ({ delayMs = 0, hurry } = {}) => {
    draining = true;
    await sleep(delayMs, undefined, { signal: hurry }).catch(() => {});
    const closed = app.close();
    // a closed server no longer ends requests that arrive too slowly, so they are ended here
    const endIdle = setTimeout(() => {
      deadlines.endUnread();
      const busy = deadlines.sockets();
      for (const socket of open.ready) if (!busy.has(socket)) socket.destroySoon();
    }, BODIES_MS);
    const endAll = setTimeout(() => {
      for (const socket of open.all) socket.destroy();
    }, deadlineMs + SENDING_MS);
    await closed.finally(() => {
      clearTimeout(endIdle);
      clearTimeout(endAll);
    });
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (draining) reply.header("connection", "close");
    done();
  });
  return () => draining;
}

/**
 * The server's connections: `all` of them, and those that are `ready` for HTTP. Over TLS, a connection is
 * ready after the handshake.
 */
function openSockets(server: Server) {
  const [all, ready] = [new Set<Socket>(), new Set<Socket>()];
  const keep = (sockets: Set<Socket>) => (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  };
  server.on("connection", keep(all));
  server.on("setSecureContext" in server ? "secureConnection" : "connection", keep(ready));
  return { all, ready };
}
