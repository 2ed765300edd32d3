import { strictTransport } from "@stampbook/edge/https";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Headers of every response. */
export const sameForAll = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  // answers are data: nothing in them runs, and no page shows them in a frame
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

/** What stands on every answer, a refused one too. */
export function greeting(requireHttps: boolean) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ "x-request-id": request.id, ...sameForAll });
    // said over plain HTTP it would be anybody's word
    if (requireHttps && request.protocol === "https") reply.header(...strictTransport);
  };
}
