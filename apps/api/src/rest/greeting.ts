import type { FastifyReply, FastifyRequest } from "fastify";

const A_YEAR_S = 365 * 24 * 60 * 60;

/** What stands on every answer, a refused one too. */
export function greeting(requireHttps: boolean) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({
      "x-request-id": request.id,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      // answers are data: nothing in them runs, and no page shows them in a frame
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
    // said over plain HTTP it would be anybody's word
    if (requireHttps && request.protocol === "https")
      reply.header("strict-transport-security", `max-age=${A_YEAR_S}`);
  };
}
