import { Failure } from "@stampbook/core/failures";
import { appRouter, type Context, showFailure, shownFailure } from "@stampbook/router";
import { getTRPCErrorShape, TRPCError } from "@trpc/server";
import {
  type CreateFastifyContextOptions,
  fastifyRequestHandler,
} from "@trpc/server/adapters/fastify";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { logFailure } from "./logging.ts";
import { MOST_BYTES, notJson, tooLarge } from "./rest/body.ts";
import { isTooDeep } from "./rest/depth.ts";
import { refuseOtherMethods } from "./rest/methods.ts";

const METHODS = ["GET", "POST"];
const MOST_CALLS = 10;
const PATH = "/trpc/:path";

/** For a page's request, also the merchant that it shows; undefined if the page does not name one. */
type ContextOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  shownMerchant: string | undefined,
) => Context;

/** Serves the same router over tRPC, with at most ten calls in a batch. */
export function mountTrpc(app: FastifyInstance, contextOf: ContextOf) {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/json",
      { parseAs: "buffer", bodyLimit: MOST_BYTES },
      // as on REST, no body is an empty object
      (_request, body: Buffer, done) =>
        isTooDeep(body) ? done(tooDeep()) : done(null, body.toString("utf8") || "{}"),
    );
    scope.setErrorHandler<Error>((error, request, reply) => refuse(reply, unread(error), request));
    scope.route<{ Params: { path: string }; Querystring: { input?: unknown } }>({
      method: METHODS,
      url: PATH,
      handler: (req, res) => {
        if (req.method === "POST" && req.body === undefined) return refuse(res, wrongType(), req);
        if (isTooDeep(Buffer.from(String(req.query.input ?? ""))))
          return refuse(res, tooDeep(), req);
        return answer(req, res, req.params.path, contextOf);
      },
    });
    refuseOtherMethods(scope, PATH, METHODS);
  });
}

function answer(req: FastifyRequest, res: FastifyReply, path: string, contextOf: ContextOf) {
  return fastifyRequestHandler({
    router: appRouter,
    req,
    res,
    path,
    maxBatchSize: MOST_CALLS,
    // queries may use POST, as every operation does on REST
    allowMethodOverride: true,
    createContext: ({ info }: CreateFastifyContextOptions): Context => {
      // a browser's stream cannot send our headers
      const shown = req.headers["x-stampbook-merchant"] ?? info.connectionParams?.merchant;
      const context = contextOf(req, res, shown?.toString());
      if (context.idempotencyKey !== undefined && info.calls.length > 1)
        throw showFailure(new Failure(oneCallAKey), undefined);
      return context;
    },
    responseMeta: ({ errors, info }) => {
      const headers = new Headers();
      // a call refused before it was parsed has no content type yet
      if (!info) headers.set("content-type", "application/json");
      const waits = errors.flatMap((error) => shownFailure(error)?.retryAfter ?? []);
      if (waits.length) headers.set("retry-after", String(Math.ceil(Math.max(...waits))));
      return { headers };
    },
    onError: ({ error, path: procedure }) => logFailure(req.log, error, procedure),
  });
}

const oneCallAKey = {
  code: "invalid",
  field: "idempotency_key",
  message: "A batch of several calls cannot carry an idempotency key.",
} as const;

/** Answers an error from before tRPC saw the call, in the form that its clients read. */
function refuse(reply: FastifyReply, error: TRPCError, request: FastifyRequest) {
  const shape = getTRPCErrorShape({
    config: appRouter._def._config,
    error,
    type: "unknown",
    path: undefined,
    input: undefined,
    ctx: undefined,
  });
  logFailure(request.log, error);
  return reply.code(shape.data.httpStatus).send({ error: shape });
}

/** The reason why a body was not read. */
function unread(error: Error & { readonly code?: string }): TRPCError {
  if (error instanceof TRPCError) return error;
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") return tooLarge();
  if (error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return wrongType();
  return new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause: error });
}

function tooDeep() {
  return showFailure(notJson(), undefined);
}

function wrongType() {
  return new TRPCError({
    code: "UNSUPPORTED_MEDIA_TYPE",
    message: "The body must be sent as application/json.",
  });
}
