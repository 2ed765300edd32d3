import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";

/** Where the console is served from, as browsers name it. */
export type ConsoleOrigins = {
  readonly trusted: readonly string[];
  /** The domain that passkeys belong to; browsers know no passkeys of IP addresses. */
  readonly passkeyDomain: string;
};

const loopback = ["localhost", "127.0.0.1", "[::1]"];

/** On one's own machine a console is opened by any of the machine's own names. */
export function originsOf(publicUrl: string): ConsoleOrigins {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  const own = loopback.includes(hostname);
  const end = port && `:${port}`;
  return {
    trusted: own ? loopback.map((name) => `${protocol}//${name}${end}`) : [origin],
    passkeyDomain: own || isIP(hostname) ? "localhost" : hostname,
  };
}

/**
 * Whether a call with a staff cookie comes from the console: another site's page could make a
 * browser send the cookie along. Browsers name the page's origin on every call that may change
 * something; of a GET to its own site they may say no more than that it is one.
 */
export function comesFromConsole(
  { trusted }: ConsoleOrigins,
  { method, headers }: { readonly method: string; readonly headers: IncomingHttpHeaders },
): boolean {
  const { origin, "sec-fetch-site": site } = headers;
  if (origin !== undefined) return trusted.includes(origin);
  return method === "GET" && (site === undefined || site === "same-origin" || site === "none");
}
