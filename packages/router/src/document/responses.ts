import type { OperationMeta } from "../meta.ts";
import type { ListedProcedure } from "../procedures.ts";
import { inputCodes, refusalsOf } from "./refusals.ts";

const text = { type: "string" };
const limit = {
  type: "string",
  description: "In a 429: the limit that was reached, as the header `RateLimit` names it.",
};
const onlyDetail = { $ref: "#/components/schemas/Detail" };
const denied = { $ref: "#/components/schemas/Denied" };
const refusedAsList = { $ref: "#/components/schemas/RefusalAsList" };
const refusedAsInfo = { $ref: "#/components/schemas/RefusalAsInfo" };
const refusedBooking = { $ref: "#/components/schemas/RefusedBooking" };

const count = (description: string) => ({ type: "integer", description });
const missingStamps = {
  stamps_needed: count("In `insufficient_stamps`: the stamps that the cancel takes back."),
  stamps_remaining: count("The stamps that the customer has."),
  stamps_missing: count("How many more are needed."),
  related_redemptions: {
    type: "array",
    items: { type: "integer" },
    description:
      "The ids of the sale's redemptions that `cancel_related_redemptions` would cancel and that would give stamps back.",
  },
};

/** Response bodies that operations share. */
export const sharedSchemas = {
  Detail: {
    type: "object",
    properties: { detail: text, limit },
    required: ["detail"],
    additionalProperties: false,
  },
  Denied: {
    type: "object",
    properties: {
      detail: text,
      error_code: { enum: ["missing_scope", "other_store"] },
      error_message: { type: "string", description: "What the token lacks." },
      errors: { type: "object", additionalProperties: false },
    },
    required: ["detail"],
    additionalProperties: false,
  },
  Refusal: {
    type: "object",
    properties: {
      detail: { type: "string", description: "`<field>: <message>`" },
      errors: {
        type: "object",
        additionalProperties: text,
        description: "Each offending field with its message.",
      },
      error_code: text,
      error_message: {
        type: "string",
        description: "The same text as `detail`; on paths of memberships without the field.",
      },
      limit,
      status: { type: "string", const: "invalid" },
      booking: {
        type: "object",
        description: "In `stale_revision` of a booking: the booking as it is.",
      },
    },
    required: ["detail", "errors", "error_code", "error_message"],
    additionalProperties: false,
  },
  RefusalAsList: {
    type: "object",
    properties: {
      detail: { type: "string", description: "`<field>: <message>`" },
      errors: {
        type: "array",
        items: { type: "object", additionalProperties: text, minProperties: 1, maxProperties: 1 },
        description: "Each offending field with its message.",
      },
      error_code: text,
      error_message: {
        type: "string",
        description: "The same text as `detail`; on paths of memberships without the field.",
      },
      limit,
      existing_transaction_id: {
        type: "integer",
        description: "The transaction that has the invoice number.",
      },
      existing_transaction_status: {
        type: "string",
        enum: ["Created", "Open", "Canceled"],
        description: "The status of that transaction.",
      },
    },
    required: ["detail", "errors", "error_code", "error_message"],
    additionalProperties: false,
  },
  RefusalAsInfo: {
    type: "object",
    properties: {
      errors: {
        type: "object",
        properties: { info: text },
        required: ["info"],
        additionalProperties: false,
      },
      detail: { type: "string", description: "The same text as `errors.info`." },
      error_code: text,
      error_message: {
        type: "string",
        description: "The text of `errors.info`; in `insufficient_stamps` also what can be done.",
      },
      ...missingStamps,
    },
    required: ["errors", "detail", "error_code", "error_message"],
    additionalProperties: false,
  },
  RefusedBooking: {
    type: "object",
    properties: {
      detail: { type: "string", description: "`<field>: <message>`" },
      validation_errors: {
        type: "object",
        additionalProperties: text,
        description: "Each offending field with its message.",
      },
    },
    required: ["detail", "validation_errors"],
    additionalProperties: false,
  },
};

const requestId = {
  "X-Request-Id": { schema: text, description: "Names the call in the service's log." },
};
const retryAfter = {
  "Retry-After": {
    schema: { type: "integer" },
    description: "Seconds until the call may be tried again.",
  },
};

const rate = {
  "RateLimit-Policy": {
    schema: text,
    description:
      "Each limit that the call has spent from: how much (`q`) of it in how many seconds (`w`). `requests` are calls.",
  },
  RateLimit: {
    schema: text,
    description: "How many are left (`r`), and in how many seconds all are back (`t`).",
  },
};

/** Every response of an operation, by status. */
export function responses(
  procedure: ListedProcedure,
  schema: Readonly<Record<string, unknown>>,
  example: unknown,
): Record<string, unknown> {
  const { meta } = procedure;
  if (meta.rest?.as === "page") return pages(procedure);
  const refusals = refusalsOf(procedure);
  const throttled = refusals.some(({ status }) => status === 429);
  return {
    200: {
      description: "Success",
      headers: {
        ...requestId,
        ...(meta.open ? {} : rate),
        ...(meta.idempotent || meta.presentCurrent
          ? { "Idempotency-Replayed": { schema: { type: "string", const: "true" } } }
          : {}),
      },
      content: json(schema, example),
    },
    400: refusal(meta, "Wrong input, or a refusal", codesWith(procedure, 400, inputCodes)),
    ...(meta.open ? {} : { 401: detail("No token, or not a valid one") }),
    403: meta.open
      ? detail("Plain HTTP")
      : { ...detail("Plain HTTP, or no permission"), content: json(denied) },
    ...(refusals.some(({ status }) => status === 404) ? { 404: detail("Not found") } : {}),
    405: detail("Another method"),
    ...(meta.idempotent
      ? { 409: refusal(meta, "The first call with the key still runs", ["idempotency_key_in_use"]) }
      : {}),
    ...(meta.presentCurrent
      ? { 409: refusal(meta, "The record has another revision", ["stale_revision"]) }
      : {}),
    413: detail("A body that is too large: docs/limits.md"),
    415: detail("A body that is not said to be JSON"),
    ...(meta.idempotent
      ? { 422: refusal(meta, "The key was used with another request", ["idempotency_key_reused"]) }
      : {}),
    429: throttled
      ? { ...eitherRefusalOrDetail(meta, "Too many requests or attempts"), headers: retryAfter }
      : { ...detail("Too many requests"), headers: retryAfter },
    500: detail("An unexpected failure; the request id finds it in the log"),
    503: {
      ...detail(
        meta.hashes
          ? "Too busy: more PINs and passwords wait to be looked at than soon can be; or the database is away"
          : "Too busy, or the database is away",
      ),
      headers: retryAfter,
    },
  };
}

function pages({ meta }: ListedProcedure) {
  const status = meta.rest?.path.endsWith("500") ? 500 : 400;
  return {
    [status]: { description: "A short text", content: { "text/html": { schema: text } } },
    403: detail("Plain HTTP"),
    405: detail("Another method"),
  };
}

function codesWith(procedure: ListedProcedure, status: number, first: readonly string[]) {
  const own = refusalsOf(procedure).filter((refusal) => refusal.status === status);
  return [...new Set([...first, ...own.map(({ code }) => code)])];
}

function refusal(meta: OperationMeta, description: string, codes: readonly string[]) {
  if (meta.failureBody) return { description, headers: requestId, content: json(refusedBooking) };
  const schema = {
    allOf: [bodyOf(meta), { type: "object", properties: { error_code: { enum: codes } } }],
  };
  return { description, headers: requestId, content: json(schema) };
}

function eitherRefusalOrDetail(meta: OperationMeta, description: string) {
  return { description, content: json({ anyOf: [bodyOf(meta), onlyDetail] }) };
}

function bodyOf({ failureErrors }: OperationMeta) {
  if (failureErrors === "info") return refusedAsInfo;
  return failureErrors === "list" ? refusedAsList : { $ref: "#/components/schemas/Refusal" };
}

function detail(description: string) {
  return { description, headers: requestId, content: json(onlyDetail) };
}

function json(schema: unknown, example?: unknown) {
  return { "application/json": { schema, ...(example === undefined ? {} : { example }) } };
}
