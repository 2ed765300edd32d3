import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { SecureContextOptions } from "node:tls";

/** What one connection, and all of them together, may take of a process. */
export type ServerLimits = {
  /** A request's headers arrive whole within this. */
  readonly headersMs: number;
  /** A request arrives whole within this. */
  readonly requestMs: number;
  /** Further connections are closed as they come. */
  readonly connections: number;
};

export const serverLimits: ServerLimits = {
  headersMs: 10_000,
  requestMs: 15_000,
  connections: 5_000,
};

/** Longer than proxies keep theirs, so that none reuses a connection that is just closing. */
const KEEP_ALIVE_MS = 65_000;
const MOST_HEADER_BYTES = 16 * 1024;

/** A server of the API or the console with their limits, over TLS where there is a certificate. */
export function createListener(
  handler: RequestListener,
  { headersMs, requestMs, connections }: ServerLimits,
  secureContext: SecureContextOptions | null,
): Server {
  const options = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    // by default Node looks every half a minute only
    connectionsCheckingInterval: Math.min(1_000, headersMs),
    maxHeaderSize: MOST_HEADER_BYTES,
  };
  const server = secureContext
    ? createTlsServer({ ...options, ...secureContext, handshakeTimeout: headersMs }, handler)
    : createServer(options, handler);
  server.maxConnections = connections;
  return server;
}
