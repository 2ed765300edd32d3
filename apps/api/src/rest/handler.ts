import { Failure, tooBusy } from "@stampbook/core/failures";
import { Page, showFailure } from "@stampbook/router";
import { getTRPCErrorFromUnknown } from "@trpc/server";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CallContext } from "../http/call-context.ts";
import { logFailure } from "../logging.ts";
import type { ReadBody } from "../running/arrivals.ts";
import {
  type BodySize,
  isOfContentType,
  ordinaryBody,
  parseJson,
  refuseAnnounced,
} from "./body.ts";
import { type Message, messageOf, withoutToken } from "./message.ts";
import { refuseOtherMethods } from "./methods.ts";
import { plain, type Refused, renderError } from "./replies.ts";
import { type Route, restRoutes } from "./routes.ts";

/** Makes a call's context. Without an `Authorization` header, the message's token identifies the caller. */
export type ContextOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  message: Pick<Message, "readToken">,
) => CallContext;

/** Serves every documented path, and answers all other paths. */
export function mountRest(app: FastifyInstance, contextOf: ContextOf, readBody: ReadBody) {
  for (const route of restRoutes()) {
    const { path, methods } = route;
    const url = path.replace(/\{(\w+)\}/g, ":$1");
    app.route({ method: [...methods], url, handler: serve(route, contextOf, readBody) });
    refuseOtherMethods(app, url, methods);
  }
  app.setNotFoundHandler(notFound);
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (isOfContentType(error))
      return request.is404
        ? notFound(request, reply)
        : request.routeOptions.handler.call(app, request, reply);
    request.log.error(error, "unexpected");
    return reply.code(500).send(plain(500, "Server error").body);
  });
}

/** Answers an unknown path. */
export function notFound(_request: FastifyRequest, reply: FastifyReply) {
  return reply.code(404).send(plain(404, "Not found.").body);
}

/**
 * Serves a path by calling its procedure. The body is read when the procedure asks for its input, after it
 * has checked the caller. It is read earlier if the token may be in it.
 */
function serve(route: Route, contextOf: ContextOf, readBody: ReadBody) {
  const takesGet = route.methods.includes("GET");
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const message = messageOf(request, {
      // of a caller whom no header names, a body is read before anything else is known of them
      size: request.headers.authorization === undefined ? smaller(route.size) : route.size,
      read: async (size) => {
        const bytes = await readBody(request, reply, size);
        context.countBody(bytes.length);
        return parseJson(bytes, size);
      },
      mayIgnoreBody: () =>
        request.method === "GET" &&
        route.hasRequired({ ...(request.query as object), ...(request.params as object) }),
    });
    const context = contextOf(request, reply, message);
    // The procedure would refuse the call too, but only after more work. In a flood, refusals must be cheap.
    if (route.meta.hashes && context.core.secrets.isFull()) {
      context.onCall?.(route.procedure)(tooManyHashes, undefined);
      return refuse(reply, renderError(tooManyHashes, {}));
    }
    try {
      // anybody may call these, so a large body must cost nothing
      if (route.meta.open) refuseAnnounced(request.raw, route.size);
      const output: unknown = await route.call({
        path: route.procedure,
        type: route.call._def.type,
        ctx: context,
        getRawInput: () =>
          readInput(request, { takesGet, hasCaller: !route.meta.open }, message.readBody),
        signal: undefined,
        batchIndex: 0,
      });
      if (route.as === "json") return reply.code(200).send(output);
      const { status, html } = Page.parse(output);
      return reply.code(status).type("text/html; charset=utf-8").send(html);
    } catch (cause) {
      const error = getTRPCErrorFromUnknown(cause);
      logFailure(request.log, error, route.procedure);
      return refuse(reply, renderError(error, route.meta));
    }
  };
}

const smaller = (size: BodySize) => (size.bytes < ordinaryBody.bytes ? size : ordinaryBody);

const tooManyHashes = showFailure(new Failure(tooBusy), undefined);

function refuse(reply: FastifyReply, { status, headers, body }: Refused) {
  return reply.code(status).headers(headers).send(body);
}

/**
 * The input of an operation: the JSON of the body, then the query's parameters where the path takes GET, then
 * the parts of the path. Of members with the same name, the last is used. A key that the query repeats is a
 * list. A caller's `token` is left out; in a call without a caller, `token` is a parameter. A body that is not an object is returned unchanged. Fails as
 * `readBody` does.
 */
export async function readInput(
  request: FastifyRequest,
  { takesGet, hasCaller }: { readonly takesGet: boolean; readonly hasCaller: boolean },
  readBody: () => Promise<unknown>,
): Promise<unknown> {
  const body = await readBody();
  const query = takesGet ? (request.query as object) : {};
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  if (!isObject) return body;
  const sent = { ...body, ...query, ...(request.params as object) };
  return hasCaller ? withoutToken(sent) : sent;
}
