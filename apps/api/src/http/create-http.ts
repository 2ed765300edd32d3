import { type IncomingMessage, METHODS, type RequestListener } from "node:http";
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
import { type LogOptions, lazyChild, logging } from "../logging.ts";
import { type Certificate, secureContextOf } from "./tls.ts";

export type HttpOptions = {
  readonly log: LogOptions;
  /** The client's address, for the log. */
  readonly addressOf: (request: FastifyRequest) => string;
  /** Whether the console forwarded a request. Its headers are trusted, too. */
  readonly isConsole: (request: Pick<IncomingMessage, "headers">) => boolean;
  /** Whether the headers of the proxy at an address are trusted; false trusts none. */
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
  const { log, addressOf, isConsole, trustProxy, limits, certificate, door, onBrokenPath } =
    options;
  const app = fastify({
    logger: logging(log, addressOf),
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: lazyChild,
    genReqId: ({ headers, socket }) =>
      requestIdOf(
        headers["x-request-id"],
        isConsole({ headers }) || (trustProxy !== false && trustProxy(socket.remoteAddress ?? "")),
      ),
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
