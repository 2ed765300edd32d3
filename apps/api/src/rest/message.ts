import { Failure } from "@stampbook/core/failures";
import type { FastifyRequest } from "fastify";
import { readJson } from "./body.ts";

/** Functions that read the body of a request, and the token in its query or body. */
export type Message = {
  /** The JSON of the body, which is read once. Fails as `readJson` does. */
  readonly readBody: () => Promise<unknown>;
  /**
   * The `token` of the query, else of the body, as sent; null if the message has no token. Fails if the body
   * is too large or of the wrong type. A body that is not JSON has no token. Interface 2, section 1.
   */
  readonly readToken: () => Promise<unknown>;
};

/**
 * Returns functions that read the body and the token of a request. `readBody` leaves the token in the body,
 * `readInput` removes it.
 */
export function messageOf(request: FastifyRequest): Message {
  let body: Promise<unknown> | undefined;
  const readBody = () => {
    body ??= readJson(request.raw);
    return body;
  };
  return {
    readBody,
    readToken: async () => {
      const sent = await readBody().catch((error: unknown) => {
        if (error instanceof Failure) return null;
        throw error;
      });
      return tokenIn(request.query) ?? tokenIn(sent);
    },
  };
}

/** A copy of what was sent, without its token. */
export function withoutToken(sent: unknown): unknown {
  if (!isObject(sent) || !Object.hasOwn(sent, "token")) return sent;
  const { token: _, ...rest } = sent;
  return rest;
}

/** The token as sent; null if it is absent or empty. */
function tokenIn(sent: unknown): unknown {
  const token = isObject(sent) && Object.hasOwn(sent, "token") ? sent.token : null;
  return token === undefined || token === "" ? null : token;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
