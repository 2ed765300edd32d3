import { Failure } from "@stampbook/core/failures";
import { TRPCError } from "@trpc/server";
import type { FastifyRequest } from "fastify";
import { type BodySize, isBodiless } from "./body.ts";

/** Functions that read the body of a request, and the token in its query or body. */
export type Message = {
  /** The JSON of the body, which is read once. Fails as `MessageOptions.read` does. */
  readonly readBody: () => Promise<unknown>;
  /**
   * The `token` of the query, else of the body. Fails if the body is larger than `size` or of the wrong type.
   * A body that is not JSON has no token. Interface 2, section 1.
   */
  readonly readToken: (size: BodySize) => Promise<TokenSent>;
};

export type TokenSent = {
  /** The token as sent; null if it is absent or empty. */
  readonly token: unknown;
  /** Whether a body was read to find it. */
  readonly hasBody: boolean;
};

export type MessageOptions = {
  readonly size: BodySize;
  /** Reads and parses the body. */
  readonly read: (size: BodySize) => Promise<unknown>;
  /** Whether a body that is no JSON object counts as empty. */
  readonly mayIgnoreBody: () => boolean;
};

/**
 * Returns functions that read the body and the token of a request. `readBody` leaves the token in the body,
 * `readInput` removes it.
 */
export function messageOf(
  request: FastifyRequest,
  { size, read, mayIgnoreBody }: MessageOptions,
): Message {
  let body: Promise<unknown> | undefined;
  const readBody = (most = size) => {
    body ??= read(most).then(
      (sent) => (isObject(sent) || !mayIgnoreBody() ? sent : {}),
      (error: unknown) => {
        if (isNotJson(error) && mayIgnoreBody()) return {};
        throw error;
      },
    );
    return body;
  };
  return {
    readBody: () => readBody(),
    readToken: async (most) => {
      const sent = await readBody(most).catch((error: unknown) => {
        if (error instanceof Failure && error.code === "parse_error") return null;
        throw error;
      });
      return {
        token: tokenIn(request.query) ?? tokenIn(sent),
        hasBody: !isBodiless(request.raw),
      };
    },
  };
}

function isNotJson(error: unknown): boolean {
  if (error instanceof Failure) return error.code === "parse_error";
  return error instanceof TRPCError && error.code === "UNSUPPORTED_MEDIA_TYPE";
}

/** A copy of what was sent, without its token. */
export function withoutToken(sent: unknown): unknown {
  if (!isObject(sent) || !Object.hasOwn(sent, "token")) return sent;
  const { token: _, ...rest } = sent;
  return rest;
}

function tokenIn(sent: unknown): unknown {
  const token = isObject(sent) && Object.hasOwn(sent, "token") ? sent.token : null;
  return token === undefined || token === "" ? null : token;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
