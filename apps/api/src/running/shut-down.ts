import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Deadlines } from "./deadlines.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Ends the service so that nobody loses an answer; see `enableShutDown`. */
    shutDown: (options?: ShutDownOptions) => Promise<void>;
  }
}

export type ShutDownOptions = {
  /** How long calls are still let in after `/ready` has begun to say no; 0 where nothing is said. */
  readonly delayMs?: number;
  /** Ends that delay when it aborts. */
  readonly hurry?: AbortSignal;
};

/** Bodies that are still arriving get so long when the listener closes. */
const BODIES_MS = 2_000;
/** Answers that began before their deadline get so long to be sent. */
const SENDING_MS = 1_000;

/**
 * Adds `shutDown` to the app, and returns whether it has begun. From then on `/ready` says no and a
 * connection ends with its next answer. After the delay the listener closes, and what runs is
 * answered: no later than `deadlineMs` after, for each call has its deadline.
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
    // the server looks after late requests no more once it is closed
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

/** The server's connections: all, and those that have come as far as HTTP. */
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
