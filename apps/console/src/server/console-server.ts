import type { RequestListener, Server, ServerResponse } from "node:http";
import { answerBrokenHttp } from "@stampbook/edge/broken-http";
import { strictTransport, USE_HTTPS } from "@stampbook/edge/https";
import { createListener, serverLimits } from "@stampbook/edge/listener";
import { trustOf } from "@stampbook/edge/trusted-proxies";
import type { ServerSettings } from "../env.ts";
import type { Forward } from "./forward.ts";
import { settleOrigin } from "./inbound.ts";
import { scannerPolicy, setPageHeaders } from "./page-headers.ts";
import { withPageRequest } from "./page-requests.ts";

/** How long `close` waits for the requests that are still running. It then cuts their connections. */
const PATIENCE_MS = 10_000;
/** How often `close` closes connections that have become idle. */
const LOOK_MS = 100;

/** The console's server: it renders pages, and forwards calls to the API. */
export type ConsoleServer = {
  readonly server: Server;
  /** Accepts no new connection, ends streams, and lets other requests finish within `PATIENCE_MS`. */
  readonly close: () => Promise<void>;
};

/**
 * Creates the server; the caller makes it listen. `draw` is Next's request handler. `build` is the name of
 * the build that it serves, null in development.
 */
export function createConsoleServer(
  settings: ServerSettings,
  forward: Forward,
  draw: RequestListener,
  build: string | null,
): ConsoleServer {
  const { requireHttps, isDev } = settings;
  const trusts = trustOf(settings.trustedProxies);
  let isClosing = false;
  const server = createListener(
    (request, response) => {
      if (isClosing) response.shouldKeepAlive = false;
      const { isHttps } = settleOrigin(request, trusts);
      if (requireHttps && isHttps) response.setHeader(...strictTransport);
      const [path = ""] = (request.url ?? "").split("?", 1);
      if (!path.startsWith("/")) return refuse(response, 400, "This is not a path.");
      if (requireHttps && !isHttps && path !== "/health") return refuse(response, 403, USE_HTTPS);
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

  const close = async () => {
    isClosing = true;
    const closed = new Promise((resolve) => server.close(resolve));
    forward.endStreams();
    // closes idle connections, which would stay open for a next request
    const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS);
    const late = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
    await closed;
    clearInterval(idle);
    clearTimeout(late);
    forward.close();
  };
  return { server, close };
}

/** Matches a path with `.` or `..` segments, which resolves to another path than it seems to. */
const climbs = /\/(\.|%2e){1,2}(\/|$)/i;

/** Whether the console forwards a path to the API, so that browsers call one origin only. */
function isForApi(path: string): boolean {
  return path === "/health" || /^\/(trpc|staff-auth)(\/|$)/.test(path);
}

function refuse(response: ServerResponse, status: number, detail: string) {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  response.writeHead(status, { ...headers, "x-content-type-options": "nosniff" });
  response.end(JSON.stringify({ detail }));
}
