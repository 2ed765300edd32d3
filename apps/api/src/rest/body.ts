import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { Failure } from "@stampbook/core/failures";
import type { OperationMeta } from "@stampbook/router";
import { TRPCError } from "@trpc/server";
import { scanJson } from "./json-scan.ts";

/** How large a body may be: its bytes, and the values in its lists and objects. */
export type BodySize = { readonly bytes: number; readonly values: number };

/** A body of a call that anyone may make. */
export const smallBody: BodySize = { bytes: 8 * 1024, values: 200 };
export const ordinaryBody: BodySize = { bytes: 64 * 1024, values: 2_000 };
/** A body of an operation that is `large` in its meta. */
const largeBody: BodySize = { bytes: 1024 * 1024, values: 20_000 };

/** The size of a body with the inputs of these operations. */
export function sizeFor(metas: readonly OperationMeta[]): BodySize {
  if (metas.some(({ open }) => open)) return smallBody;
  return metas.some(({ large }) => large) ? largeBody : ordinaryBody;
}

/**
 * The text of a JSON body; `{}` if it is empty. Refuses a body with too many values, one that is nested too
 * deeply, and one that is not UTF-8.
 */
export function jsonText(bytes: Buffer, { values }: BodySize): string {
  if (!bytes.length) return "{}";
  const problem = scanJson(bytes, { values });
  if (problem === "too many")
    throw tooLarge(`The lists and objects of the body must have at most ${values} values.`);
  if (problem === "too deep" || !isUtf8(bytes)) throw notJson();
  // some clients start UTF-8 with a byte order mark
  return bytes.toString("utf8").replace(/^\ufeff/, "");
}

/** The JSON of a body. Fails as `jsonText` does, and if the text is not JSON. */
export function parseJson(bytes: Buffer, size: BodySize): unknown {
  const text = jsonText(bytes, size);
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

/** The refusal of a body that is not JSON or is nested too deeply. */
export function notJson(): Failure {
  return new Failure({ code: "parse_error", message: "A JSON object is expected." });
}

/**
 * Reads the body of a request. Checks its content type first, then its size. Reads by events, because leaving
 * a `for await` over the request early would close the connection.
 */
export function readBytes(request: IncomingMessage, { bytes: most }: BodySize): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const leave = () => request.off("data", take).off("end", end).off("close", gone);
    const stop = (error: TRPCError) => {
      // what happens with the rest of the body is decided when the response is sent (`endUnread`)
      leave().pause();
      reject(error);
    };
    const take = (chunk: Buffer) => {
      if (!size && !isJson(request)) return stop(wrongType());
      size += chunk.length;
      if (size > most) return stop(tooManyBytes(most));
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
    if (announced(request) > most) return stop(tooManyBytes(most));
    request.on("data", take).on("end", end).on("close", gone);
  });
}

/**
 * Whether Fastify threw an error because of a content type that is invalid or missing. The adapters ignore it:
 * `readBytes` checks the content type, after the path and the caller.
 */
export function isOfContentType({ code }: { readonly code?: string }): boolean {
  return ["FST_ERR_CTP_INVALID_MEDIA_TYPE", "FST_ERR_ROUTE_MISSING_CONTENT_TYPE"].includes(
    code ?? "",
  );
}

/** Refuses a request that announces a larger body, before anything is counted for it. */
export function refuseAnnounced(request: IncomingMessage, { bytes: most }: BodySize): void {
  if (announced(request) > most) throw tooManyBytes(most);
}

/** Whether a request announces no body. */
export function isBodiless(request: IncomingMessage): boolean {
  return announced(request) === 0 && request.headers["transfer-encoding"] === undefined;
}

/** The bytes of the body that the header announces; 0 if it does not say how many. */
export function announced({ headers }: IncomingMessage): number {
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

function tooManyBytes(most: number): TRPCError {
  return tooLarge(`The body must have at most ${most / 1024} KiB.`);
}

function tooLarge(message: string): TRPCError {
  return new TRPCError({ code: "PAYLOAD_TOO_LARGE", message });
}
