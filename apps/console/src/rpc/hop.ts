import { CONSOLE_HOP } from "@stampbook/edge/console-hop";
import { consoleSecret } from "../env.ts";

/**
 * Returns headers for a call that the console makes for a page: the browser's cookies, user agent, address
 * and protocol, and the secret of the console if it is set. With these headers the API answers as it would
 * answer the browser. The address and the protocol in `from` are trusted, because the console's server has
 * set them.
 */
export function hopHeaders(from: Pick<Headers, "get">): Record<string, string> {
  const kept = ["cookie", "user-agent", "x-forwarded-for", "x-forwarded-proto"].map((name) => [
    name,
    from.get(name) ?? "",
  ]);
  const secret = consoleSecret();
  return Object.fromEntries(secret ? [...kept, [CONSOLE_HOP, secret]] : kept);
}
