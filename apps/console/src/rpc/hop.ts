import { CONSOLE_HOP } from "@stampbook/edge/console-hop";
import { consoleSecret } from "../env.ts";

/**
 * The headers with which the API answers a page as it would answer its browser: the session, the
 * browser's name, and the client's address. The console's server has left only trusted values in
 * `from`.
 */
export function hopHeaders(from: Pick<Headers, "get">): Record<string, string> {
  const kept = ["cookie", "user-agent", "x-forwarded-for", "x-forwarded-proto"].map((name) => [
    name,
    from.get(name) ?? "",
  ]);
  const secret = consoleSecret();
  return Object.fromEntries(secret ? [...kept, [CONSOLE_HOP, secret]] : kept);
}
