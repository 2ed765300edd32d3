// The console as one process: `node src/server/main.ts [--dev] [-H host] [-p port]`.
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { openPort } from "@stampbook/edge/open-port";
import { onStopSignal } from "@stampbook/edge/stop-signals";
import { apiUrl, BadSettings, consoleSecret, readServerSettings, setNodeEnv } from "../env.ts";
import { createConsoleServer } from "./console-server.ts";
import { createForward } from "./forward.ts";
import { createLog } from "./log.ts";
import { serveStatic } from "./static-files.ts";

const dir = fileURLToPath(new URL("../..", import.meta.url));

async function start() {
  const settings = readServerSettings(process.argv.slice(2));
  const { isDev, host, port } = settings;
  setNodeEnv(isDev);
  // imported after NODE_ENV is set, because Next loads its development or production code by NODE_ENV
  const { default: next } = await import("next");
  let draw: ReturnType<ReturnType<typeof next>["getRequestHandler"]> | undefined;
  const render: RequestListener = (request, response) => {
    draw?.(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  };
  const log = createLog(settings.logLevel);
  const metrics = settings.metrics && (await import("./metrics.ts")).openMetrics();
  const shown = metrics && settings.metrics && (await metrics.serve(settings.metrics));
  const { server, close } = createConsoleServer(
    settings,
    createForward(apiUrl(), consoleSecret(), (failure) => {
      log.apiFailed(failure);
      metrics?.apiFailed(failure);
    }),
    isDev ? render : serveStatic(`${dir}/.next/static`, render),
    isDev ? null : buildIn(`${dir}/.next/BUILD_ID`),
    (request) => {
      log.ended(request);
      metrics?.ended(request);
    },
  );
  const app = next({
    dev: isDev,
    dir,
    hostname: host,
    port,
    // Next takes over upgraded connections of this server, outside all limits. Only development needs that.
    // In production Next gets another server, which never listens.
    httpServer: isDev ? server : createServer(),
  });
  await app.prepare();
  draw = app.getRequestHandler();
  await openPort(server, { host, port }, (options) => once(server.listen(options), "listening"));
  const heard = server.address() as AddressInfo;
  const name = heard.family === "IPv6" ? `[${heard.address}]` : heard.address;
  console.log(`Console: http://${name}:${heard.port}`);
  if (shown) console.log(`Metrics: ${shown.address}`);
  for (const warning of warningsOf(settings)) console.error(warning);

  onStopSignal(settings.shutdownDelayMs, async (how) => {
    await close(how);
    await app.close();
    shown?.close();
    process.exit(0);
  });
}

/** Returns the name of the build, or null if there is no build. Next then reports the error. */
function buildIn(file: string): string | null {
  return existsSync(file) ? readFileSync(file, "utf8").trim() : null;
}

/** Returns likely mistakes in the settings, with advice. */
function warningsOf(settings: ReturnType<typeof readServerSettings>): readonly string[] {
  const { requireHttps, trustedProxies, isProduction } = settings;
  return [
    requireHttps && !trustedProxies.length
      ? "HTTPS is required, but TRUSTED_PROXIES names no proxy that brings it: the console refuses every page. Name the proxy before the console there, and let it set X-Forwarded-For and X-Forwarded-Proto; or set REQUIRE_HTTPS=false where no browser comes from another machine."
      : "",
    isProduction && !consoleSecret()
      ? "CONSOLE_SECRET is not set: the API does not believe the console, takes all browsers for one address and no call for HTTPS. Set the same for both."
      : "",
  ].filter(Boolean);
}

start().catch((error: unknown) => {
  console.error(error instanceof BadSettings ? error.message : error);
  process.exit(1);
});
