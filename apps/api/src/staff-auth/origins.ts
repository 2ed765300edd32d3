import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";

/** The console's origins, as browsers name them. */
export type ConsoleOrigins = {
  readonly trusted: readonly string[];
  /** The domain of passkeys; browsers do not support passkeys for IP addresses. */
  readonly passkeyDomain: string;
};

const loopback = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The origins of the console at `publicUrl`. If its host is a loopback name, all names in `loopback` are
 * trusted.
 */
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
 * Whether a call with a staff cookie comes from the console. Without this check, another site's page could
 * make a browser send the cookie. Browsers send the page's origin with every call that may change something.
 * With a GET to the page's own origin, they may leave the origin out.
 */
export function comesFromConsole(
  { trusted }: ConsoleOrigins,
  { method, headers }: { readonly method: string; readonly headers: IncomingHttpHeaders },
): boolean {
  const { origin, "sec-fetch-site": site } = headers;
  if (origin !== undefined) return trusted.includes(origin);
  return method === "GET" && (site === undefined || site === "same-origin" || site === "none");
}
