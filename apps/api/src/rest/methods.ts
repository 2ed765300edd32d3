import type { FastifyContextConfig, FastifyInstance } from "fastify";
import { plain } from "./replies.ts";

/**
 * Answers 405 to all other methods of a path, and lists the allowed methods in `Allow`. HEAD is one of them
 * if the path answers GET, unless `answersHead` is false.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  allowed: readonly string[],
  config: FastifyContextConfig = {},
  answersHead = allowed.includes("GET"),
) {
  const allow = answersHead ? [...allowed, "HEAD"] : allowed;
  app.route({
    url,
    config,
    method: app.supportedMethods.filter((method) => !allow.includes(method)),
    handler: (request, reply) =>
      reply
        .code(405)
        .header("allow", allow.join(", "))
        .send(plain(405, `Method "${request.method}" not allowed.`).body),
  });
}
