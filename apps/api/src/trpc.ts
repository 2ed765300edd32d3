import { Failure } from "@stampbook/core/failures";
import {
  appRouter,
  type Context,
  type ListedProcedure,
  listProcedures,
  showFailure,
  shownFailure,
} from "@stampbook/router";
import { getTRPCErrorFromUnknown, getTRPCErrorShape, TRPCError } from "@trpc/server";
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

/**
 * Makes a call's context. `shownMerchant` is the id of the merchant that a page of the console shows;
 * undefined if the request names none.
 */
type ContextOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  shownMerchant: string | undefined,
) => Context;

/** Serves the router over tRPC, with at most ten calls in a batch. */
export function mountTrpc(app: FastifyInstance, contextOf: ContextOf) {
  app.register(async (scope) => {
    scope.removeContentTypeParser("application/json");
    scope.addContentTypeParser(
      "application/json",
      { parseAs: "buffer", bodyLimit: MOST_BYTES },
      // as on REST, an empty body counts as an empty object
      (_request, body: Buffer, done) =>
        isTooDeep(body) ? done(tooDeep()) : done(null, body.toString("utf8") || "{}"),
    );
    scope.setErrorHandler<Error>((error, request, reply) => refuse(reply, unread(error), request));
    scope.route<Call>({
      method: METHODS,
      url: PATH,
      handler: (req, res) => {
        if (req.method === "POST" && req.body === undefined) return refuse(res, wrongType(), req);
        if (isTooDeep(Buffer.from(String(req.query.input ?? ""))))
          return refuse(res, tooDeep(), req);
        const single = isPlain(req) ? singles.get(req.params.path) : undefined;
        return single ? answerOne(req, res, single, contextOf) : answer(req, res, contextOf);
      },
    });
    refuseOtherMethods(scope, PATH, METHODS);
  });
}

type Call = { Params: { path: string }; Querystring: { input?: unknown } };

/** Queries and mutations, by name. */
const singles = new Map(
  listProcedures(appRouter).flatMap((each) =>
    each.type === "subscription" ? [] : [[each.name, each]],
  ),
);

/** Whether a request is a single call with its input in the body, and wants no stream. */
function isPlain({ method, url, headers }: FastifyRequest): boolean {
  const isStream = headers["trpc-accept"] || headers.accept?.includes("application/jsonl");
  return method === "POST" && !url.includes("?") && !isStream;
}

/**
 * Answers a single call as tRPC's adapter does, but faster. The adapter builds Fetch API objects, which take
 * longer than a whole call over REST.
 */
async function answerOne(
  req: FastifyRequest,
  res: FastifyReply,
  { name, type, call }: ListedProcedure,
  contextOf: ContextOf,
) {
  res.headers({ vary: "trpc-accept, accept", "content-type": "application/json" });
  try {
    const ctx = contextOf(req, res, req.headers["x-stampbook-merchant"]?.toString());
    const getRawInput = async () => parse(req.body as string);
    const options = { path: name, type, ctx, getRawInput, signal: undefined, batchIndex: 0 };
    const data: unknown = await call(options);
    return res.send({ result: { data } });
  } catch (cause) {
    const error = getTRPCErrorFromUnknown(cause);
    return refuse(res.headers(headersOf([error])), error, req, { path: name, type });
  }
}

/** A byte order mark is ignored, as tRPC's adapter ignores it. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body.replace(/^\ufeff/, ""));
  } catch (cause) {
    throw new TRPCError({ code: "BAD_REQUEST", cause });
  }
}

/** Answers batches, streams, and queries with their input in the URL, by tRPC's own adapter. */
function answer(req: FastifyRequest<Call>, res: FastifyReply, contextOf: ContextOf) {
  return fastifyRequestHandler({
    router: appRouter,
    req,
    res,
    path: req.params.path,
    maxBatchSize: MOST_CALLS,
    // queries may use POST too, with their input in the body
    allowMethodOverride: true,
    createContext: ({ info }: CreateFastifyContextOptions): Context => {
      // a browser's stream cannot send our headers, so it sends the merchant as a connection parameter
      const shown = req.headers["x-stampbook-merchant"] ?? info.connectionParams?.merchant;
      const context = contextOf(req, res, shown?.toString());
      if (context.idempotencyKey !== undefined && info.calls.length > 1)
        throw showFailure(new Failure(oneCallAKey), undefined);
      return context;
    },
    responseMeta: ({ errors, info }) => {
      const headers = new Headers(headersOf(errors));
      // if a call is refused before it is parsed, its response has no content type yet
      if (!info) headers.set("content-type", "application/json");
      return { headers };
    },
    onError: ({ error, path: procedure }) => logFailure(req.log, error, procedure),
  });
}

function headersOf(errors: readonly TRPCError[]): Record<string, string> {
  const waits = errors.flatMap((error) => shownFailure(error)?.retryAfter ?? []);
  return waits.length ? { "retry-after": String(Math.ceil(Math.max(...waits))) } : {};
}

const oneCallAKey = {
  code: "invalid",
  field: "idempotency_key",
  message: "A batch of several calls cannot carry an idempotency key.",
} as const;

/**
 * Answers an error in the form that tRPC's clients read. `procedure` is undefined if the call reached none.
 */
function refuse(
  reply: FastifyReply,
  error: TRPCError,
  request: FastifyRequest,
  procedure?: { readonly path: string; readonly type: ListedProcedure["type"] },
) {
  const shape = getTRPCErrorShape({
    config: appRouter._def._config,
    error,
    type: procedure?.type ?? "unknown",
    path: procedure?.path,
    input: undefined,
    ctx: undefined,
  });
  logFailure(request.log, error, procedure?.path);
  return reply.code(shape.data.httpStatus).send({ error: shape });
}

/** The refusal of a body that could not be read. */
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
