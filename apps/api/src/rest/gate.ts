import { USE_HTTPS } from "@stampbook/edge/https";
import type { FastifyReply, FastifyRequest } from "fastify";
import { plain } from "./replies.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether the route answers over plain HTTP too, whatever the settings say. */
    plainHttp?: boolean;
  }
}

/**
 * Returns a function that answers 403 to a call over plain HTTP if HTTPS is required. The function returns
 * whether it has answered. Two kinds of paths stay open: routes whose config has `plainHttp`, and unknown
 * paths that do not begin with a name in `covered`.
 */
export function gate(requireHttps: boolean) {
  return (request: FastifyRequest, reply: FastifyReply): boolean => {
    if (!requireHttps || request.protocol === "https") return false;
    if (request.is404 ? !isCovered(request.url) : request.routeOptions.config.plainHttp)
      return false;
    reply.code(403).send(plain(403, USE_HTTPS).body);
    return true;
  };
}

const covered: readonly string[] = ["api", "trpc", "docs", "openapi.json", "staff-auth"];

/** Whether the first part of a path, which may be percent-encoded, is in `covered`. Case matters. */
function isCovered(url: string): boolean {
  const [, first = ""] = url.split(/[/?#]/, 2);
  try {
    return covered.includes(decodeURIComponent(first));
  } catch {
    return covered.includes(first);
  }
}
