import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/**
 * Runs `work` once for each call of the app or plugin: when the response is sent, or when the connection
 * closes before. Fastify's own hook `onResponse` does not run if the client leaves before the answer. Add
 * this before other `onRequest` hooks, because those may end the call.
 */
export function onCallEnd(
  app: FastifyInstance,
  work: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  const isEnded = new WeakSet<FastifyReply>();
  const end = (request: FastifyRequest, reply: FastifyReply) => {
    if (isEnded.has(reply)) return;
    isEnded.add(reply);
    work(request, reply);
  };
  app.addHook("onRequest", (request, reply, done) => {
    reply.raw.once("close", () => end(request, reply));
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    end(request, reply);
    done();
  });
}
