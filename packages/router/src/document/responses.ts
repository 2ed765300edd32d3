import type { ListedProcedure } from "../procedures.ts";
import { bodyOf, bodyWith, refusalBodies } from "./bodies.ts";
import { inputCodes, refusalsOf } from "./refusals.ts";

const header = (type: string, description: string) => ({ schema: { type }, description });

/** Headers that responses share. */
export const headers = {
  XRequestId: header("string", "Names the call in the service's log."),
  RetryAfter: header("integer", "Seconds until the call may be tried again."),
  RateLimitPolicy: header(
    "string",
    "Each limit that the call has spent from: how much (`q`) of it in how many seconds (`w`). `requests` are calls.",
  ),
  RateLimit: header(
    "string",
    "How many are left (`r`), and in how many seconds all are back (`t`).",
  ),
  IdempotencyReplayed: header("string", "`true` if the answer is that of an earlier call."),
};

const headerOf = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` });
const requestId = { "X-Request-Id": headerOf("XRequestId") };
const retryAfter = { ...requestId, "Retry-After": headerOf("RetryAfter") };
const rate = {
  "RateLimit-Policy": headerOf("RateLimitPolicy"),
  RateLimit: headerOf("RateLimit"),
};

const schemaNamed = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A response with the schema of that name as its body. */
const response = (description: string, body: string, ofIt: object = requestId) => ({
  description,
  headers: ofIt,
  content: json(schemaNamed(body)),
});

const sharedResponses: Readonly<Record<string, unknown>> = {
  Unauthorized: response("No token, or not a valid one", "Detail"),
  Forbidden: response("Plain HTTP, or no permission", "Denied"),
  PlainHttp: response("Plain HTTP", "Detail"),
  NotFound: response("Not found", "Detail"),
  OtherMethod: response("Another method", "Detail"),
  TooLarge: response("A body that is too large: docs/limits.md", "Detail"),
  NotJson: response("A body that is not said to be JSON", "Detail"),
  TooMany: response("Too many requests", "Detail", retryAfter),
  Unexpected: response("An unexpected failure; the request id finds it in the log", "Detail"),
  Busy: response("Too busy, or the database is away", "Detail", retryAfter),
  HashesBusy: response(
    "Too busy: more PINs and passwords wait to be looked at than soon can be; or the database is away",
    "Detail",
    retryAfter,
  ),
  StaleRevision: {
    description: "The record has another revision",
    headers: requestId,
    content: json(bodyWith("ErrorBody", ["stale_revision"])),
  },
  ...Object.fromEntries(refusalBodies.flatMap(refusalsByKey)),
};

/** The responses that are about an idempotency key, and that of too many attempts, with one of the bodies. */
function refusalsByKey(body: (typeof refusalBodies)[number]) {
  const about = (description: string, code: string) => ({
    description,
    headers: requestId,
    content: json(bodyWith(body, [code])),
  });
  return [
    [`KeyInUse${body}`, about("The first call with the key still runs", "idempotency_key_in_use")],
    [`KeyReused${body}`, about("The key was used with another call", "idempotency_key_reused")],
    [
      `TooMany${body}`,
      {
        description: "Too many requests or attempts",
        headers: retryAfter,
        content: json({ anyOf: [schemaNamed(body), schemaNamed("Detail")] }),
      },
    ],
  ] as const;
}

const shared = (name: string) => ({ $ref: `#/components/responses/${name}` });

/** The responses that operations share, if a path refers to them. */
export function responsesOf(paths: object): Record<string, unknown> {
  const text = JSON.stringify(paths);
  const isUsed = (name: string) => text.includes(JSON.stringify(shared(name)));
  return Object.fromEntries(Object.entries(sharedResponses).filter(([name]) => isUsed(name)));
}

/** Every response of an operation, by status. */
export function responses(
  procedure: ListedProcedure,
  schema: unknown,
  example: unknown,
): Record<string, unknown> {
  const { meta } = procedure;
  if (meta.rest?.as === "page") return pages(procedure);
  const refusals = refusalsOf(procedure);
  const body = bodyOf(meta);
  const keyed = meta.idempotent === true;
  const has = (status: number) => refusals.some((refusal) => refusal.status === status);
  return {
    200: {
      description: "Success",
      headers: {
        ...requestId,
        ...(meta.open ? {} : rate),
        ...(keyed || meta.presentCurrent
          ? { "Idempotency-Replayed": headerOf("IdempotencyReplayed") }
          : {}),
      },
      content: json(schema, example),
    },
    400: {
      description: "Wrong input, or a refusal",
      headers: requestId,
      content: json(bodyWith(body, ownCodes(procedure, 400), { orInput: true })),
    },
    ...(meta.open ? {} : { 401: shared("Unauthorized") }),
    403: shared(meta.open ? "PlainHttp" : "Forbidden"),
    ...(has(404) ? { 404: shared("NotFound") } : {}),
    405: shared("OtherMethod"),
    ...(keyed ? { 409: shared(`KeyInUse${body}`) } : {}),
    ...(meta.presentCurrent ? { 409: shared("StaleRevision") } : {}),
    413: shared("TooLarge"),
    415: shared("NotJson"),
    ...(keyed ? { 422: shared(`KeyReused${body}`) } : {}),
    429: shared(has(429) ? `TooMany${body}` : "TooMany"),
    500: shared("Unexpected"),
    503: shared(meta.hashes ? "HashesBusy" : "Busy"),
  };
}

function pages({ meta }: ListedProcedure) {
  const status = meta.rest?.path.endsWith("500") ? 500 : 400;
  return {
    200: { description: "Never sent" },
    [status]: {
      description: "A short text",
      content: { "text/html": { schema: { type: "string" } } },
    },
    403: shared("PlainHttp"),
    405: shared("OtherMethod"),
  };
}

/** The codes of an operation's own refusals with a status. */
function ownCodes(procedure: ListedProcedure, status: number): string[] {
  const own = refusalsOf(procedure).filter((refusal) => refusal.status === status);
  const codes = new Set<string>(own.map(({ code }) => code));
  return [...codes].filter((code) => !inputCodes.includes(code));
}

function json(schema: unknown, example?: unknown) {
  return { "application/json": { schema, ...(example === undefined ? {} : { example }) } };
}
