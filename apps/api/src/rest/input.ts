import type { FastifyRequest } from "fastify";
import { withoutToken } from "./message.ts";

/**
 * The input of an operation: the JSON of the body, then the query's parameters where the path takes GET, then
 * the parts of the path. Of members with the same name, the last is used. A key that the query repeats is a
 * list. A caller's `token` is left out. A body that is not an object is returned unchanged. Fails as
 * `readBody` does.
 */
export async function readInput(
  request: FastifyRequest,
  takesGet: boolean,
  readBody: () => Promise<unknown>,
): Promise<unknown> {
  const body = await readBody();
  const query = takesGet ? (request.query as object) : {};
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  return isObject ? withoutToken({ ...body, ...query, ...(request.params as object) }) : body;
}
