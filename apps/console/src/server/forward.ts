import { Agent as HttpAgent, type IncomingMessage, type ServerResponse } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { CONSOLE_HOP } from "@stampbook/edge/console-hop";
import { createProxyServer } from "httpxy";
import { pathOf, type Watch } from "./ended.ts";

/** The part of the server that forwards calls to the API. */
export type Forward = {
  readonly pass: (request: IncomingMessage, response: ServerResponse) => void;
  /** Ends open streams, which would otherwise never end. */
  readonly endStreams: () => void;
  /** Closes the connections to the API. */
  readonly close: () => void;
};

/** Longer than any API call, and longer than the 15 s between two pings of a stream. */
const SILENCE_MS = 60_000;
/** Shorter than the API keeps idle connections, so that no call uses a connection that the API is closing. */
const IDLE_MS = 60_000;
/** Codes of errors without any answer: the API is unavailable, perhaps only for a moment. */
const AWAY = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT"];

/**
 * Returns a `Forward`. It streams a request to the API, and the response to the browser. It aborts the API
 * call if the browser disconnects. `failed` hears of each call that the API did not answer.
 */
export function createForward(apiUrl: string, secret: string, failed: Watch["apiFailed"]): Forward {
  const Agent = apiUrl.startsWith("https:") ? HttpsAgent : HttpAgent;
  // unlimited, because each open page has a stream; the server's own limit of connections still applies
  const agent = new Agent({
    keepAlive: true,
    maxSockets: Number.POSITIVE_INFINITY,
    timeout: IDLE_MS,
  });
  const proxy = createProxyServer({
    target: apiUrl,
    agent,
    changeOrigin: true,
    proxyTimeout: SILENCE_MS,
    headers: { connection: "keep-alive", ...(secret ? { [CONSOLE_HOP]: secret } : {}) },
  });
  const streams = new Map<ServerResponse, IncomingMessage>();
  let isAway = false;

  proxy.on("proxyRes", (answer, request, response) => {
    isAway = false;
    // these headers are about the connection to the API, not about the browser's
    delete answer.headers.connection;
    delete answer.headers["keep-alive"];
    request.headers.connection = response.shouldKeepAlive ? "keep-alive" : "close";
    if (!answer.headers["content-type"]?.startsWith("text/event-stream")) return;
    streams.set(response, answer);
    response.once("close", () => streams.delete(response));
  });
  proxy.on("error", (error: Error & { code?: string }, request, response) => {
    if (!request || !response || !("headersSent" in response)) return;
    if (response.closed || response.destroyed) return;
    // the API answered a request whose body was too large, and did not read its rest
    if (response.writableEnded) return;
    if (response.headersSent) return void response.destroy();
    const isGone = AWAY.includes(error.code ?? "");
    failed({
      code: error.code ?? "unknown",
      id: String(request.headers["x-request-id"]),
      path: pathOf(request),
      isFirst: !isAway,
    });
    isAway = true;
    const detail = isGone ? "The service does not answer." : "The service broke off its answer.";
    const headers = { "content-type": "application/json", "cache-control": "no-store" };
    response.writeHead(isGone ? 503 : 502, isGone ? { ...headers, "retry-after": "1" } : headers);
    response.end(JSON.stringify({ detail }));
  });

  return {
    pass: (request, response) => {
      // ignores errors of a response that no browser reads any more
      proxy.web(request, response).catch(() => {});
    },
    endStreams: () => {
      for (const [response, answer] of streams) {
        answer.unpipe(response);
        response.end();
      }
    },
    close: () => agent.destroy(),
  };
}
