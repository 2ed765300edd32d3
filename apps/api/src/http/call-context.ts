import type { Caller, CoreDeps } from "@stampbook/core/context";
import { isOverload, setCallerMerchant } from "@stampbook/db";
import type { Context } from "@stampbook/router";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { createCallers } from "../callers.ts";
import type { Admission } from "../running/admission.ts";
import type { createRateLimit } from "./rate-limit.ts";

export type CallContextOptions = {
  readonly core: CoreDeps;
  readonly callers: ReturnType<typeof createCallers>;
  readonly admission: Pick<Admission, "assign">;
  readonly count: ReturnType<typeof createRateLimit>;
  /** The client's address. */
  readonly addressOf: (request: FastifyRequest) => string;
  readonly consoleUrl: string;
  readonly hasMail: boolean;
  /** Aborts when the server closes. */
  readonly closing: AbortSignal;
};

/** Makes the router's context of a call: with a token, or from a page of the console. */
export function createCallContexts(options: CallContextOptions) {
  const { core, callers, admission, count, addressOf, consoleUrl, hasMail, closing } = options;

  const contextOf = (request: FastifyRequest, reply: FastifyReply): Context => ({
    core,
    caller: () => callers.identify(request.headers.authorization),
    hasRoom: ({ merchant }) => {
      setCallerMerchant(merchant.id);
      return admission.assign(reply.raw, merchant.id);
    },
    countCall: (caller) => {
      const counted = count(caller);
      if (counted && !reply.sent) reply.headers(counted.headers);
      return counted?.allowed ?? true;
    },
    address: addressOf(request),
    userAgent: request.headers["user-agent"] ?? null,
    onUnrecorded: (error) => request.log.error(error, "a security event was not recorded"),
    consoleUrl,
    hasMail,
    closing,
    requestId: request.id,
    idempotencyKey: request.headers["idempotency-key"]?.toString(),
    onReplay: () => {
      if (!reply.sent) reply.header("idempotency-replayed", "true");
    },
    isOverload,
  });

  const pageContextOf = (
    request: FastifyRequest,
    reply: FastifyReply,
    shownMerchant: string | undefined,
  ): Context => {
    let caller: Promise<Caller> | undefined;
    return {
      ...contextOf(request, reply),
      // looked up once for all calls of a batch
      caller: () => {
        const { method, headers } = request;
        caller ??= callers.identifyWithSession({ method, headers, shownMerchant });
        return caller;
      },
    };
  };

  return { contextOf, pageContextOf };
}
