import { METHODS, type RequestListener } from "node:http";
import { answerBrokenHttp } from "@stampbook/edge/broken-http";
import { createListener, type ServerLimits } from "@stampbook/edge/listener";
import { requestIdOf } from "@stampbook/edge/request-id";
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from "fastify";
import { type LogOptions, lazyChild, logging, type TraceIdOf } from "../logging.ts";
import type { ConsoleHop } from "../staff-auth/hop.ts";
import { type Certificate, secureContextOf } from "./tls.ts";

export type HttpOptions = {
  readonly log: LogOptions;
  /** The client's address, for the log, and whose `X-Request-ID` is believed. */
  readonly hop: Pick<ConsoleHop, "addressOf" | "isTrusted">;
  readonly traceIdOf?: TraceIdOf | undefined;
  readonly trustProxy: false | ((address: string) => boolean);
  readonly limits: ServerLimits;
  readonly certificate: Certificate | null;
  /** Wraps the handler of all requests, so that a request can be refused before any hook runs. */
  readonly door: (handler: RequestListener) => RequestListener;
  /** Answers a request whose path cannot be decoded or has too long a part. Fastify runs no hook for it. */
  readonly onBrokenPath: (request: FastifyRequest, reply: FastifyReply) => void;
};

/** Creates the server without hooks and routes. It accepts all methods but CONNECT, and parses no body. */
export function createHttp(options: HttpOptions): FastifyInstance {
  const { log, hop, traceIdOf = () => undefined, trustProxy, limits } = options;
  const { certificate, door, onBrokenPath } = options;
  const app = fastify({
    logger: logging(log, hop.addressOf),
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger, bindings, own, request) =>
      lazyChild(logger, () => [{ ...bindings, traceId: traceIdOf(request) }, own]),
    genReqId: (request) => requestIdOf(request.headers["x-request-id"], hop.isTrusted(request)),
    trustProxy,
    serverFactory: (handler) =>
      createListener(door(handler), limits, certificate && secureContextOf(certificate)),
    // calls on open connections are still answered during shutdown
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
    frameworkErrors: (_error, request, reply: FastifyReply) => onBrokenPath(request, reply),
    clientErrorHandler: answerBrokenHttp,
  });
  for (const method of METHODS)
    if (!app.supportedMethods.includes(method) && method !== "CONNECT")
      app.addHttpMethod(method, { hasBody: true });

  // Each adapter reads bodies itself. REST reads a body after it has checked the caller, or to find a token.
  app.removeAllContentTypeParsers();
  // `application/json` is listed beside `*`, because Fastify parses the header of any other type again at
  // each call.
  app.addContentTypeParser(["application/json", "*"], (_request, _body, done) => done(null));
  return app;
}
