import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { collectDefaultMetrics, Registry } from "prom-client";
import { createListener, serverLimits } from "./listener.ts";

/** Where a process serves its metrics. */
export type MetricsPlace = { readonly host: string; readonly port: number };

/** Makes a registry with the metrics that Node has of every process: memory, event loop, garbage, handles. */
export function createRegistry(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}

/**
 * Serves the registry under `/metrics` on a port of its own, over plain HTTP and to anybody who can reach it.
 * Rejects if the port cannot be opened. Returns the address, and a function that closes the port.
 */
export async function serveMetrics(register: Registry, { host, port }: MetricsPlace) {
  const server = createListener(
    (request, response) => {
      if (request.method !== "GET" || request.url?.split("?")[0] !== "/metrics")
        return void response.writeHead(404).end();
      register.metrics().then(
        (text) => response.writeHead(200, { "content-type": register.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    },
    { ...serverLimits, connections: MOST_CONNECTIONS },
    null,
  );
  await once(server.listen({ host, port }), "listening");
  // a scrape keeps no process alive
  server.unref();
  const heard = server.address() as AddressInfo;
  const name = heard.family === "IPv6" ? `[${heard.address}]` : heard.address;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://${name}:${heard.port}/metrics`, close };
}

const MOST_CONNECTIONS = 20;
