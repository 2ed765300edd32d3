import type { LimitState } from "@stampbook/core/caller-limits";
import type { FastifyReply } from "fastify";

/**
 * Returns a function that shows a limit in the headers `RateLimit-Policy` and `RateLimit` of the IETF draft.
 * They list each limit that the call has spent from, the calls of a batch together.
 */
export function limitHeaders(reply: FastifyReply) {
  const shown = new Map<string, LimitState>();
  const list = (item: (state: LimitState) => string) => [...shown.values()].map(item).join(", ");
  return {
    show: (state: LimitState): void => {
      shown.set(state.name, state);
      if (reply.sent) return;
      reply.headers({
        "ratelimit-policy": list(({ name, most, window }) => `"${name}";q=${most};w=${window}`),
        ratelimit: list(({ name, left, reset }) => `"${name}";r=${left};t=${reset}`),
      });
    },
  };
}
