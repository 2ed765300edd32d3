import { Failure } from "@stampbook/core/failures";
import {
  appRouter,
  type Context,
  type ListedProcedure,
  listProcedures,
  showFailure,
  shownFailure,
  unknownCaller,
} from "@stampbook/router";
import { getTRPCErrorFromUnknown, getTRPCErrorShape, type TRPCError } from "@trpc/server";
import {
  type CreateFastifyContextOptions,
  fastifyRequestHandler,
} from "@trpc/server/adapters/fastify";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CallContext } from "./http/call-context.ts";
import { logFailure } from "./logging.ts";
import {
  type BodySize,
  isBodiless,
  isOfContentType,
  jsonText,
  ordinaryBody,
  parseJson,
  refuseAnnounced,
  sizeFor,
  smallBody,
} from "./rest/body.ts";
import { refuseOtherMethods } from "./rest/methods.ts";
import type { ReadBody } from "./running/arrivals.ts";

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
) => CallContext;

/** Serves the router over tRPC, with at most ten calls in a batch. */
export function mountTrpc(app: FastifyInstance, contextOf: ContextOf, readBody: ReadBody) {
  app.register(async (scope) => {
    const serve = (request: FastifyRequest<Call>, reply: FastifyReply) => {
      checkQuery(request);
      const single = isPlain(request) ? singles.get(request.params.path) : undefined;
      return single
        ? answerOne(request, reply, single, contextOf, readBody)
        : answer(request, reply, contextOf, readBody);
    };
    scope.setErrorHandler<FastifyError, Call>((error, request, reply) =>
      isOfContentType(error) ? serve(request, reply) : refuse(reply, asTrpc(error), request),
    );
    scope.route<Call>({ method: METHODS, url: PATH, exposeHeadRoute: false, handler: serve });
    refuseOtherMethods(scope, PATH, METHODS, {}, false);
  });
}

/** The headers that tRPC's adapter sets. */
const asAdapter = { vary: "trpc-accept, accept", "content-type": "application/json" };

type Call = { Params: { path: string }; Querystring: { input?: unknown } };

/** Queries and mutations, by name. */
const singles = new Map(
  listProcedures(appRouter).flatMap((each) =>
    each.type === "subscription" ? [] : [[each.name, each]],
  ),
);

/** The size of a body for the procedures that a path names. Unknown ones are refused, so it is small. */
function sizeOf(path: string): BodySize {
  return sizeFor(path.split(",").map((name) => singles.get(name)?.meta ?? { open: true }));
}

/** Refuses input in the query that is no JSON that we parse. */
function checkQuery({ query }: FastifyRequest<Call>) {
  if (query.input !== undefined) jsonText(Buffer.from(String(query.input)), ordinaryBody);
}

/** Whether a request is a single call with its input in the body, and wants no stream. */
function isPlain({ method, url, headers }: FastifyRequest): boolean {
  const isStream = headers["trpc-accept"] || headers.accept?.includes("application/jsonl");
  return method === "POST" && !url.includes("?") && !isStream;
}

/**
 * Answers a single call as tRPC's adapter does, but faster. The adapter builds Fetch API objects, which take
 * longer than a whole call over REST. As on REST, the body is read after the caller is checked.
 */
async function answerOne(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, type, meta, call }: ListedProcedure,
  contextOf: ContextOf,
  readBody: ReadBody,
) {
  reply.headers(asAdapter);
  try {
    const ctx = contextOf(request, reply, request.headers["x-stampbook-merchant"]?.toString());
    const size = sizeFor([meta]);
    // anybody may call these, so a large body must cost nothing
    if (meta.open) refuseAnnounced(request.raw, size);
    const getRawInput = async () => {
      const bytes = await readBody(request, reply, size);
      ctx.countBody(bytes.length);
      return parseJson(bytes, size);
    };
    const options = { path: name, type, ctx, getRawInput, signal: undefined, batchIndex: 0 };
    const data: unknown = await call(options);
    return reply.send({ result: { data } });
  } catch (cause) {
    const error = asTrpc(cause);
    return refuse(reply.headers(headersOf([error])), error, request, { path: name, type });
  }
}

/** Answers batches, streams, and queries with their input in the URL, by tRPC's own adapter. */
async function answer(
  request: FastifyRequest<Call>,
  reply: FastifyReply,
  contextOf: ContextOf,
  readBody: ReadBody,
) {
  const { path } = request.params;
  let context: CallContext | undefined;
  /** The same for all calls of the request, so that it is counted once. */
  const contextFor = (shown: string | undefined) => {
    context ??= contextOf(request, reply, shown);
    return context;
  };
  if (isBodiless(request.raw)) {
    // as on REST, an empty body counts as an empty object
    if (request.method === "POST") request.body = "{}";
  } else {
    const { caller, countBody } = contextFor(request.headers["x-stampbook-merchant"]?.toString());
    const size = sizeOf(path);
    if (size !== smallBody && (await caller()).kind === "anonymous")
      return refuse(reply.headers(asAdapter), unknownCaller(), request, { path, type: "unknown" });
    const bytes = await readBody(request, reply, size);
    countBody(bytes.length);
    request.body = jsonText(bytes, size);
  }
  return fastifyRequestHandler({
    router: appRouter,
    req: request,
    res: reply,
    path,
    maxBatchSize: MOST_CALLS,
    // queries may use POST too, with their input in the body
    allowMethodOverride: true,
    createContext: ({ info }: CreateFastifyContextOptions): Context => {
      // a browser's stream cannot send our headers, so it sends the merchant as a connection parameter
      const shown = request.headers["x-stampbook-merchant"] ?? info.connectionParams?.merchant;
      const made = contextFor(shown?.toString());
      if (made.idempotencyKey !== undefined && info.calls.length > 1)
        throw showFailure(new Failure(oneCallAKey), undefined);
      return made;
    },
    responseMeta: ({ errors, info }) => {
      const headers = new Headers(headersOf(errors));
      // if a call is refused before it is parsed, its response has no content type yet
      if (!info) headers.set("content-type", "application/json");
      return { headers };
    },
    onError: ({ error, path: procedure }) => logFailure(request.log, error, procedure),
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
  procedure?: { readonly path: string; readonly type: ListedProcedure["type"] | "unknown" },
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

/** An error of ours or of tRPC's, in tRPC's form. */
function asTrpc(error: unknown): TRPCError {
  return error instanceof Failure ? showFailure(error, undefined) : getTRPCErrorFromUnknown(error);
}
