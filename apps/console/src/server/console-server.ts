import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { answerBrokenHttp } from "@stampbook/edge/broken-http";
import { strictTransport, USE_HTTPS } from "@stampbook/edge/https";
import { createListener, serverLimits } from "@stampbook/edge/listener";
import type { Stop } from "@stampbook/edge/stop-signals";
import { trustOf } from "@stampbook/edge/trusted-proxies";
import type { ServerSettings } from "../env.ts";
import { pathOf, type Watch, watchEnd } from "./ended.ts";
import type { Forward } from "./forward.ts";
import { settleOrigin } from "./inbound.ts";
import { scannerPolicy, setPageHeaders } from "./page-headers.ts";
import { withPageRequest } from "./page-requests.ts";

/**
 * `close` cuts connections this long after the deadline of the API's calls, so that late answers can be sent.
 */
const SENDING_MS = 2_000;
/** How long the rest of a request may arrive after the port is closed. The API waits as long. */
const REQUESTS_MS = 2_000;
/** How often `close` closes connections that have become idle. */
const LOOK_MS = 100;

/** The console's server: it renders pages, and forwards calls to the API. */
export type ConsoleServer = {
  readonly server: Server;
  /**
   * From now on `/ready` answers 503, and each connection closes after its next answer. After the delay the
   * server closes its port, ends streams, and waits for the running requests. It cuts requests that do not
   * arrive completely within `REQUESTS_MS`, and those that outlast the API's deadline.
   */
  readonly close: (how: Stop) => Promise<void>;
};

/**
 * Creates the server; the caller makes it listen. `draw` is Next's request handler. `build` is the name of
 * the build that it serves, null in development. `ended` hears of each request that has ended.
 */
export function createConsoleServer(
  settings: ServerSettings,
  forward: Forward,
  draw: RequestListener,
  build: string | null,
  ended: Watch["ended"],
): ConsoleServer {
  const { requireHttps, isDev, deadlineMs } = settings;
  const trusts = trustOf(settings.trustedProxies);
  let isClosing = false;
  const server = createListener(
    (request, response) => {
      if (isClosing) response.shouldKeepAlive = false;
      const { isHttps, address } = settleOrigin(request, trusts);
      watchEnd(request, response, address, ended);
      if (requireHttps && isHttps) response.setHeader(...strictTransport);
      const path = pathOf(request);
      if (!path.startsWith("/")) return refuse(response, 400, "This is not a path.");
      if (requireHttps && !isHttps && !probes.includes(path))
        return refuse(response, 403, USE_HTTPS);
      if (isClosing && path === "/ready")
        return refuse(response, 503, "The process is shutting down.", { "retry-after": "1" });
      if (isForApi(path))
        return climbs.test(path)
          ? refuse(response, 400, "This is not a path.")
          : forward.pass(request, response);
      // static files need no CSP, and there are many of them
      if (path.startsWith("/_next/static/"))
        response.setHeader("x-content-type-options", "nosniff");
      else setPageHeaders(request, response, isDev);
      if (path.startsWith("/scan/")) response.setHeader("content-security-policy", scannerPolicy);
      withPageRequest(request, response, { ...settings, build }, () => draw(request, response));
    },
    serverLimits,
    null,
  );
  server.on("clientError", answerBrokenHttp);
  const unfinished = watchSockets(server);

  const close: ConsoleServer["close"] = async ({ delayMs, hurry }) => {
    isClosing = true;
    await sleep(delayMs, undefined, { signal: hurry }).catch(() => {});
    const closed = new Promise((resolve) => server.close(resolve));
    forward.endStreams();
    // closes idle connections, which would stay open for a next request
    const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS);
    const unread = setTimeout(() => {
      for (const socket of unfinished()) socket.destroySoon();
    }, REQUESTS_MS);
    const late = setTimeout(() => server.closeAllConnections(), deadlineMs + SENDING_MS);
    await closed;
    clearInterval(idle);
    clearTimeout(unread);
    clearTimeout(late);
    forward.close();
  };
  return { server, close };
}

/** Matches a path with `.` or `..` segments, which resolves to another path than it seems to. */
const climbs = /\/(\.|%2e){1,2}(\/|$)/i;

/** The paths that a load balancer or a supervisor asks, also over plain HTTP. The API answers them. */
const probes = ["/health", "/ready"];

/** Whether the console forwards a path to the API, so that browsers call one origin only. */
function isForApi(path: string): boolean {
  return probes.includes(path) || /^\/(trpc|staff-auth)(\/|$)/.test(path);
}

function refuse(
  response: ServerResponse,
  status: number,
  detail: string,
  more: Readonly<Record<string, string>> = {},
) {
  const headers = { "content-type": "application/json", "cache-control": "no-store", ...more };
  response.writeHead(status, { ...headers, "x-content-type-options": "nosniff" });
  response.end(JSON.stringify({ detail }));
}

/**
 * Returns a function that lists the idle connections, and those whose request has not arrived completely.
 * Leaves out connections with a complete request that waits for its answer.
 */
function watchSockets(server: Server): () => readonly Socket[] {
  const open = new Map<Socket, Set<IncomingMessage>>();
  server.on("connection", (socket: Socket) => {
    open.set(socket, new Set());
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", (request, response) => {
    const requests = open.get(request.socket);
    requests?.add(request);
    response.once("close", () => requests?.delete(request));
  });
  return () =>
    [...open]
      .filter(([, requests]) => ![...requests].some(({ complete }) => complete))
      .map(([socket]) => socket);
}
