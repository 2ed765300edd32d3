import type { LimitName } from "@stampbook/core/caller-limits";
import {
  type Denied,
  type Failure,
  type FailureCode,
  type FailureKind,
  failureKinds,
  type Shortage,
} from "@stampbook/core/failures";
import { TRPCError } from "@trpc/server";
import type { z } from "zod";
import type { OperationMeta } from "./meta.ts";

/** A refusal as callers see it: REST renders its body from this, tRPC carries it as `data.failure`. */
export type ShownFailure = {
  readonly code: FailureCode;
  /** The input on which the refusal is reported; null if none. */
  readonly field: string | null;
  readonly message: string;
  /** Each wrong input with its message, in the order of the schema. */
  readonly errors: Readonly<Record<string, string>>;
  /** The rule that refused, with the expected and the found value. Only staff get them. */
  readonly rule?: string | undefined;
  readonly expected?: string | undefined;
  readonly found?: string | undefined;
  /** The limit that the call has reached. */
  readonly limit?: LimitName;
  /** Seconds until the call may be retried. */
  readonly retryAfter?: number;
  /** The id of the sale that already has the invoice number. */
  readonly existingTransactionId?: number;
  /** The same for a return. */
  readonly existingModificationId?: number;
  readonly existingTransactionStatus?: string;
  /** Why a token may not make the call. */
  readonly denied?: Denied;
  /** Further keys of the body: the record as it is, if the caller saw an older revision. */
  readonly current?: Readonly<Record<string, unknown>>;
  /** The stamps that a cancel of a sale needs and does not find. */
  readonly shortage?: Shortage;
};

/** The refusal of a caller without a token or a session. */
export function unknownCaller(): TRPCError {
  return new TRPCError({ code: "UNAUTHORIZED", message: "Invalid token" });
}

/** The refusal of a call beyond the caller's rate. */
export function tooFast(): TRPCError {
  return new TRPCError({
    code: "TOO_MANY_REQUESTS",
    message: "Too many requests, please try again later.",
  });
}

/** Carries a shown failure through tRPC, which drops causes that are not errors. */
export class ShownAs extends Error {
  override readonly name = "ShownAs";
  readonly failure: ShownFailure;
  constructor(failure: ShownFailure, cause: unknown) {
    super(failure.message, { cause });
    this.failure = failure;
  }
}

/** tRPC's error code for each kind of failure. It determines the HTTP status. */
export const trpcCodes: Readonly<Record<FailureKind, TRPCError["code"]>> = {
  invalid: "BAD_REQUEST",
  missing: "NOT_FOUND",
  forbidden: "FORBIDDEN",
  throttled: "TOO_MANY_REQUESTS",
  conflict: "CONFLICT",
  unprocessable: "UNPROCESSABLE_CONTENT",
  overloaded: "SERVICE_UNAVAILABLE",
};

/** The field of each refusal that any operation can return. */
const fieldOfAny: Partial<Record<FailureCode, string>> = {
  parse_error: "body",
  idempotency_key_reused: "idempotency_key",
  idempotency_key_in_use: "idempotency_key",
};

/** The failure that an error shows to callers; null for an unexpected error, which shows nothing. */
export function shownFailure(error: unknown): ShownFailure | null {
  return error instanceof TRPCError && error.cause instanceof ShownAs ? error.cause.failure : null;
}

/**
 * Converts a refusal to an error. The error's field is the refusal's own, else the first that `meta.failures`
 * lists for the code, else the one in `fieldOfAny`.
 */
export function showFailure(
  failure: Failure,
  meta: OperationMeta | undefined,
  cause: unknown = failure,
): TRPCError {
  const { rule, expected, found, limit, retryAfter, existingTransactionId, denied } =
    failure.refusal;
  const { code, message, existingTransactionStatus, existingModificationId, shortage, current } =
    failure.refusal;
  const field = fieldOf(failure, meta);
  return asError(
    {
      code,
      field,
      message,
      errors: field === null ? {} : { [field]: message },
      ...(rule === undefined ? {} : { rule }),
      ...(expected === undefined ? {} : { expected }),
      ...(found === undefined ? {} : { found }),
      ...(limit === undefined ? {} : { limit: limit.name }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(existingTransactionId === undefined ? {} : { existingTransactionId }),
      ...(existingTransactionStatus === undefined ? {} : { existingTransactionStatus }),
      ...(existingModificationId === undefined ? {} : { existingModificationId }),
      ...(denied && { denied }),
      ...(shortage && { shortage }),
      ...(current && meta?.presentCurrent && { current: meta.presentCurrent(current) }),
    },
    cause,
  );
}

function fieldOf({ refusal }: Failure, meta: OperationMeta | undefined): string | null {
  const listed = meta?.failures?.[refusal.code];
  const first = typeof listed === "string" ? listed : listed?.[0];
  return refusal.field ?? first ?? fieldOfAny[refusal.code] ?? null;
}

/** An error that reports every wrong input, in the order of the schema. */
export function showInputIssues(cause: z.ZodError): TRPCError {
  const errors: Record<string, string> = {};
  let first: { code: FailureCode; field: string; message: string } | undefined;
  for (const issue of cause.issues) {
    const shown = showIssue(issue);
    if (shown.field in errors) continue;
    errors[shown.field] = shown.message;
    first ??= shown;
  }
  return asError({ ...(first ?? bodyExpected), errors }, cause);
}

const bodyExpected = {
  code: "parse_error",
  field: "body",
  message: "A JSON object is expected.",
} as const;

/** The error for a body that is not a JSON object. */
export function showParseError(cause: unknown): TRPCError {
  return asError({ ...bodyExpected, errors: { body: bodyExpected.message } }, cause);
}

function showIssue(issue: z.core.$ZodIssue) {
  const [field, ...place] = issue.path;
  if (field === undefined) return bodyExpected;
  return {
    code: codeOf(issue),
    field: String(field),
    message: placeOf(place) + (issue.code === "custom" ? issue.message : "An object is expected."),
  };
}

/** Where in a field the issue is: `Line 2, qty: ` in a list, `value: ` in an object. */
function placeOf(place: readonly PropertyKey[]): string {
  const parts = place.map((part) => (typeof part === "number" ? `Line ${part + 1}` : String(part)));
  return parts.length ? `${parts.join(", ")}: ` : "";
}

function codeOf(issue: z.core.$ZodIssue): FailureCode {
  const code: unknown = issue.code === "custom" ? issue.params?.code : undefined;
  return typeof code === "string" && code in failureKinds ? (code as FailureCode) : "invalid";
}

function asError(failure: ShownFailure, cause: unknown): TRPCError {
  return new TRPCError({
    code: trpcCodes[failureKinds[failure.code]],
    message: failure.message,
    cause: new ShownAs(failure, cause),
  });
}
