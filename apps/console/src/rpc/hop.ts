import { consoleSecret } from "../env.ts";

/** Carries the secret that the console and the API share: see apps/api/src/staff-auth-hop.ts. */
const HOP = "x-stampbook-console";

/** A browser's headers as they go on to the API. Whatever a browser says of the hop is not passed on. */
export function hopHeaders(from: Headers): Headers {
  const headers = new Headers(from);
  headers.delete(HOP);
  const secret = consoleSecret();
  if (secret) headers.set(HOP, secret);
  return headers;
}
