import { Failure } from "@stampbook/core/failures";
import { isOverload } from "@stampbook/db";
import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { onCallEnd } from "../http/on-call-end.ts";
import { isOfContentType, jsonText, ordinaryBody, smallBody } from "../rest/body.ts";
import { refuseOtherMethods } from "../rest/methods.ts";
import type { ReadBody } from "../running/arrivals.ts";
import type { ConsoleHop } from "./hop.ts";
import { ADDRESS_HEADER, STAFF_AUTH_PATH } from "./settings.ts";
import type { StaffAuth } from "./staff-auth.ts";

const METHODS = ["GET", "POST"];
const PATH = `${STAFF_AUTH_PATH}/*`;

/** The answer of an authenticator, which may have certificates of its maker. All other bodies are short. */
const LONG = `${STAFF_AUTH_PATH}/passkey/verify-registration`;

/** Serves the staff sign-in under `/staff-auth`. */
export function mountStaffAuth(
  app: FastifyInstance,
  auth: StaffAuth,
  hop: ConsoleHop,
  readBody: ReadBody,
) {
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const size = request.url === LONG ? ordinaryBody : smallBody;
      const bytes = await readBody(request, reply, size);
      const body = bytes.length ? jsonText(bytes, size) : "";
      return await answer(reply, await auth.handle(asRequest(request, body, auth, hop), request));
    } catch (error) {
      return refuse(request, reply, error);
    }
  };
  app.register(async (scope) => {
    onCallEnd(scope, (request) => auth.answered(request));
    scope.setErrorHandler<FastifyError>((error, request, reply) => {
      if (isOfContentType(error)) return serve(request, reply);
      throw error;
    });
    scope.route({ method: METHODS, url: PATH, exposeHeadRoute: false, handler: serve });
    refuseOtherMethods(scope, PATH, METHODS, {}, false);
  });
}

/** Answers a call that has no room or whose body cannot be read. Throws other errors. */
function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const isFull = error instanceof Failure && error.code === "overloaded";
  if (isFull || isOverload(error)) {
    request.log.warn(error, "staff auth");
    return reply
      .code(503)
      .header("retry-after", "1")
      .send({ message: "Too busy, please try again." });
  }
  if (error instanceof Failure) return reply.code(400).send({ message: error.message });
  if (error instanceof TRPCError)
    return reply.code(getHTTPStatusCodeFromError(error)).send({ message: error.message });
  throw error;
}

/**
 * The request for better-auth. The forwarding headers are left out, and `ADDRESS_HEADER` has the client's
 * address.
 */
function asRequest(
  request: FastifyRequest,
  body: string,
  { origins }: StaffAuth,
  hop: ConsoleHop,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !/^(x-forwarded-|forwarded$|content-length$)/.test(name))
      headers.set(name, value.toString());
  headers.set(ADDRESS_HEADER, hop.addressOf(request));
  return new Request(new URL(request.url, origins.trusted[0]), {
    method: request.method,
    headers,
    ...(body && request.method === "POST" && { body }),
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
