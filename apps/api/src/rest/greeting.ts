import { strictTransport } from "@stampbook/edge/https";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Headers of every response. The page `/docs` replaces the content security policy with its own. */
export const sameForAll = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  // responses are data: nothing in them runs, and no page shows them in a frame
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Returns a function that sets the headers of every response, refusals included. */
export function greeting(requireHttps: boolean) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ "x-request-id": request.id, ...sameForAll });
    // set over HTTPS only: over plain HTTP, anybody on the network could forge this header
    if (requireHttps && request.protocol === "https") reply.header(...strictTransport);
  };
}
