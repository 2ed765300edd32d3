import { Failure } from "@stampbook/core/failures";
import { isOverload } from "@stampbook/db";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { onCallEnd } from "../http/on-call-end.ts";
import type { ConsoleHop } from "./hop.ts";
import { ADDRESS_HEADER, STAFF_AUTH_PATH } from "./settings.ts";
import type { StaffAuth } from "./staff-auth.ts";

const MOST_BYTES = 64 * 1024;

/** Serves the staff sign-in under `/staff-auth`. */
export function mountStaffAuth(app: FastifyInstance, auth: StaffAuth, hop: ConsoleHop) {
  app.register(async (scope) => {
    const asText = { parseAs: "string", bodyLimit: MOST_BYTES } as const;
    scope.removeContentTypeParser("application/json");
    scope.addContentTypeParser("application/json", asText, (_request, body, done) =>
      done(null, body),
    );
    onCallEnd(scope, (request) => auth.answered(request));
    scope.route({
      method: ["GET", "POST"],
      url: `${STAFF_AUTH_PATH}/*`,
      handler: async (request, reply) => {
        try {
          return await answer(reply, await auth.handle(asRequest(request, auth, hop), request));
        } catch (error) {
          if (!isOverload(error) && !isFullQueue(error)) throw error;
          request.log.warn(error, "staff auth");
          return reply
            .code(503)
            .header("retry-after", "1")
            .send({ message: "Too busy, please try again." });
        }
      },
    });
  });
}

/** Whether the queue of password hashes was full. */
const isFullQueue = (error: unknown) => error instanceof Failure && error.code === "overloaded";

/**
 * The request for better-auth. The forwarding headers are left out, and `ADDRESS_HEADER` has the client's
 * address.
 */
function asRequest(request: FastifyRequest, { origins }: StaffAuth, hop: ConsoleHop): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !/^(x-forwarded-|forwarded$|content-length$)/.test(name))
      headers.set(name, value.toString());
  headers.set(ADDRESS_HEADER, hop.addressOf(request));
  const { body } = request;
  return new Request(new URL(request.url, origins.trusted[0]), {
    method: request.method,
    headers,
    ...(typeof body === "string" && body ? { body } : {}),
  });
}

async function answer(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status);
  for (const [name, value] of response.headers)
    if (name !== "set-cookie") reply.header(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length) reply.header("set-cookie", cookies);
  const wait = response.headers.get("x-retry-after");
  if (wait) reply.header("retry-after", wait);
  return reply.send(await response.text());
}
