import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { Failure } from "@stampbook/core/failures";
import { TRPCError } from "@trpc/server";
import { isTooDeep } from "./depth.ts";

/** The largest body, in bytes: more than any input needs. */
export const MOST_BYTES = 1024 * 1024;

/**
 * The JSON of a request's body; `{}` if it is empty. Checks the content type first, then the size, then
 * the JSON.
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request);
  if (!bytes.length) return {};
  try {
    if (!isUtf8(bytes)) throw new SyntaxError("not UTF-8");
    if (isTooDeep(bytes)) throw new SyntaxError("too deep");
    // some clients start UTF-8 with a byte order mark
    return JSON.parse(bytes.toString("utf8").replace(/^\ufeff/, ""));
  } catch {
    throw notJson();
  }
}

/** The refusal of a body that is not JSON or is nested too deeply. */
export function notJson(): Failure {
  return new Failure({ code: "parse_error", message: "A JSON object is expected." });
}

/** Reads by events, because leaving a `for await` over the request early would close the connection. */
function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const leave = () => request.off("data", take).off("end", end).off("close", gone);
    const stop = (error: TRPCError) => {
      // the rest of the body is discarded, so that the connection can carry the response
      leave().resume();
      reject(error);
    };
    const take = (chunk: Buffer) => {
      if (!size && !isJson(request)) return stop(wrongType());
      size += chunk.length;
      if (size > MOST_BYTES) return stop(tooLarge());
      chunks.push(chunk);
    };
    const end = () => {
      leave();
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    };
    const gone = () =>
      stop(new TRPCError({ code: "CLIENT_CLOSED_REQUEST", message: "The caller went away." }));
    if (isBodiless(request)) return resolve(Buffer.alloc(0));
    if (announced(request) > 0 && !isJson(request)) return stop(wrongType());
    if (announced(request) > MOST_BYTES) return stop(tooLarge());
    request.on("data", take).on("end", end).on("close", gone);
  });
}

function isBodiless(request: IncomingMessage): boolean {
  return announced(request) === 0 && request.headers["transfer-encoding"] === undefined;
}

function announced({ headers }: IncomingMessage): number {
  return Number(headers["content-length"] ?? 0);
}

function isJson({ headers }: IncomingMessage): boolean {
  const [type = "", ...parameters] = (headers["content-type"] ?? "").toLowerCase().split(";");
  const charsets = parameters.map((each) => each.trim()).filter((each) => /^charset\b/.test(each));
  return (
    type.trim() === "application/json" &&
    charsets.every((each) => /^charset="?utf-?8"?$/.test(each)) &&
    ["", "identity"].includes(headers["content-encoding"]?.trim().toLowerCase() ?? "")
  );
}

function wrongType() {
  return new TRPCError({
    code: "UNSUPPORTED_MEDIA_TYPE",
    message: "The body must be JSON in UTF-8, sent as application/json.",
  });
}

/** The refusal of a body over the limit. */
export function tooLarge(): TRPCError {
  return new TRPCError({
    code: "PAYLOAD_TOO_LARGE",
    message: "The body must have at most 1 MiB.",
  });
}
