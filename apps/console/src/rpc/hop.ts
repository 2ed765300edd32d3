import { CONSOLE_HOP } from "@stampbook/edge/console-hop";
import { consoleSecret } from "../env.ts";

const names = [
  "cookie",
  "user-agent",
  "x-forwarded-for",
  "x-forwarded-proto",
  "x-request-id",
  "traceparent",
  "tracestate",
];

/**
 * Returns headers for a call that the console makes for a page: the browser's cookies, user agent, address and
 * protocol, the request's id and trace, and the console's secret if it is set. With these headers the API
 * answers as it would answer the browser. Those from `x-forwarded-for` on are trusted, because the console's
 * server has settled them.
 */
export function hopHeaders(from: Pick<Headers, "get">): Record<string, string> {
  const kept = names.map((name) => [name, from.get(name) ?? ""]);
  const secret = consoleSecret();
  return Object.fromEntries(secret ? [...kept, [CONSOLE_HOP, secret]] : kept);
}
