import type { LimitState } from "@stampbook/core/caller-limits";
import type { Caller, CoreDeps, KnownCaller } from "@stampbook/core/context";
import { Failure } from "@stampbook/core/failures";
import { isOverload, setCallerMerchant } from "@stampbook/db";
import { type Context, showFailure, tooFast } from "@stampbook/router";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { createCallers } from "../callers.ts";
import { announced } from "../rest/body.ts";
import type { Message } from "../rest/message.ts";
import type { Admission } from "../running/admission.ts";
import type { createTokenInMessage } from "../token-in-message.ts";
import type { CallRecords } from "./call-records.ts";
import { callsFor, type createRateLimit } from "./rate-limit.ts";

export type CallContextOptions = {
  readonly core: CoreDeps;
  readonly callers: ReturnType<typeof createCallers>;
  readonly inMessages: ReturnType<typeof createTokenInMessage>;
  readonly admission: Pick<Admission, "assign">;
  readonly count: ReturnType<typeof createRateLimit>;
  readonly records: CallRecords;
  /** The client's address. */
  readonly addressOf: (request: FastifyRequest) => string;
  readonly consoleUrl: string;
  readonly hasMail: boolean;
  /** Aborts when the server closes. */
  readonly closing: AbortSignal;
};

/** A call's context, with a function for the adapters. */
export type CallContext = Context & {
  /**
   * To be called with the size of the body before it is parsed. Counts a body whose size no header announced.
   * Throws if it exceeds the rate.
   */
  readonly countBody: (bytes: number) => void;
};

/**
 * Returns two functions that make a call's context for the router. `contextOf` is for calls with a token.
 * `pageContextOf` also accepts the staff session of a console page.
 */
export function createCallContexts(options: CallContextOptions) {
  const { core, callers, inMessages, admission, count, records, addressOf, ...rest } = options;
  const { consoleUrl, hasMail, closing } = rest;

  const contextOf = (
    request: FastifyRequest,
    reply: FastifyReply,
    message?: Pick<Message, "readToken">,
  ): CallContext => {
    const limits = limitHeaders(reply);
    let known: KnownCaller | undefined;
    // the bytes of the body, as far as they are not counted yet
    let uncounted = announced(request.raw);
    const countFor = (caller: KnownCaller, calls: number) => {
      const counted = count(caller, calls);
      if (!counted) return true;
      limits.show(counted.state);
      if (!counted.allowed && !reply.sent) reply.header("retry-after", String(counted.wait));
      return counted.allowed;
    };
    return {
      core,
      caller: () => {
        const { authorization } = request.headers;
        // if there is a header, a token in the message is ignored
        if (authorization !== undefined || !message) return callers.identify(authorization);
        const clues = { address: addressOf(request), readToken: message.readToken };
        return inMessages.identify(clues).catch(showOnNoField);
      },
      person: async () => null,
      hasRoom: (caller) => {
        const { id } = caller.merchant;
        setCallerMerchant(id);
        records.noteCaller(request, caller);
        return admission.assign(reply.raw, id);
      },
      countCall: (caller) => {
        known = caller;
        const calls = callsFor(uncounted);
        uncounted = 0;
        return countFor(caller, calls);
      },
      countBody: (bytes) => {
        const rest = callsFor(bytes) - callsFor(announced(request.raw));
        if (!known) uncounted = bytes;
        else if (rest > 0 && !countFor(known, rest)) throw tooFast();
      },
      address: addressOf(request),
      userAgent: request.headers["user-agent"] ?? null,
      onCall: records.onCall(request, reply),
      onUnrecorded: (error) => request.log.error(error, "a security event was not recorded"),
      consoleUrl,
      hasMail,
      closing,
      requestId: request.id,
      idempotencyKey: request.headers["idempotency-key"]?.toString(),
      onReplay: () => {
        if (!reply.sent) reply.header("idempotency-replayed", "true");
      },
      onLimit: limits.show,
      isOverload,
    };
  };

  const pageContextOf = (
    request: FastifyRequest,
    reply: FastifyReply,
    shownMerchant: string | undefined,
  ): CallContext => {
    let caller: Promise<Caller> | undefined;
    return {
      ...contextOf(request, reply),
      // looked up once for all calls of a batch
      caller: () => {
        const { method, headers } = request;
        caller ??= callers.identifyWithSession({ method, headers, shownMerchant });
        return caller;
      },
      person: () => {
        const { method, headers } = request;
        return callers.personOf({ method, headers, shownMerchant });
      },
    };
  };

  return { contextOf, pageContextOf };
}

/** Throws a token's refusal. It names no field, because the token is not part of the operation's input. */
function showOnNoField(error: unknown): never {
  throw error instanceof Failure ? showFailure(error, undefined) : error;
}

/**
 * Returns a function that shows a limit in the headers `RateLimit-Policy` and `RateLimit` of the IETF draft.
 * They list each limit that the call has spent from, the calls of a batch together.
 */
function limitHeaders(reply: FastifyReply) {
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
