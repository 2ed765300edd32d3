import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { SecureContextOptions } from "node:tls";

/** Limits of a connection, and of the number of connections. */
export type ServerLimits = {
  /** Milliseconds in which all headers of a request must arrive. */
  readonly headersMs: number;
  /** Milliseconds in which a whole request must arrive. */
  readonly requestMs: number;
  /** The most open connections. Further connections are closed immediately. */
  readonly connections: number;
};

export const serverLimits: ServerLimits = {
  headersMs: 10_000,
  requestMs: 15_000,
  connections: 5_000,
};

/**
 * Longer than proxies keep idle connections. So no proxy sends a request on a connection that is about to
 * close.
 */
const KEEP_ALIVE_MS = 65_000;
const MOST_HEADER_BYTES = 16 * 1024;

/**
 * Creates a server with these limits, over TLS if `secureContext` is not null. The server does not listen
 * yet.
 */
export function createListener(
  handler: RequestListener,
  { headersMs, requestMs, connections }: ServerLimits,
  secureContext: SecureContextOptions | null,
): Server {
  const options = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    // by default Node checks the limits only every 30 s
    connectionsCheckingInterval: Math.min(1_000, headersMs),
    maxHeaderSize: MOST_HEADER_BYTES,
  };
  const server = secureContext
    ? createTlsServer({ ...options, ...secureContext, handshakeTimeout: headersMs }, handler)
    : createServer(options, handler);
  server.maxConnections = connections;
  return server;
}
