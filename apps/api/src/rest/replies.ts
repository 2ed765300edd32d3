import { type OperationMeta, type ShownFailure, shownFailure } from "@stampbook/router";
import type { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";

/** A refusal as a response. */
export type Refused = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** How a token is sent: `Authorization: Token <token>` or `Authorization: Bearer <token>`. */
const schemes = { "www-authenticate": "Token, Bearer" };

/** Renders a refusal as the documented error body. Decisions, section 2. */
export function renderError(
  error: TRPCError,
  { failureStatus, failureBody, failureErrors, failureText }: OperationMeta,
): Refused {
  const status = getHTTPStatusCodeFromError(error);
  const failure = shownFailure(error);
  const { message } = error;
  if (status === 401) return { ...plain(status, message), headers: schemes };
  // the only 429 without a failure: too many calls a second
  if (status === 429 && !failure)
    return { status, headers: {}, body: { detail: message, limit: "requests" } };
  if (!failure) return plain(status, status < 500 ? error.message : "Server error");
  if (failureErrors === "info" && (failure.field !== null || status === 400))
    return { status, headers: headersOf(failure), body: asInfo(failure) };
  return {
    status,
    headers: headersOf(failure),
    body:
      failure.field === null
        ? withoutField(failure)
        : failureBody
          ? { detail: `${failure.field}: ${failure.message}`, [failureBody]: failure.errors }
          : {
              ...fourKeys(failure, failureErrors === "list", failureText === "plain"),
              ...(failureStatus && status === 400 ? { status: failureStatus } : {}),
            },
  };
}

/** The body of a refusal that is not about input. It says what a token lacks. */
function withoutField({ message, denied }: ShownFailure) {
  const why = denied && { error_code: denied.code, error_message: denied.message, errors: {} };
  return { detail: message, ...why };
}

/** A response with `detail` only, for errors that are not about input. */
export function plain(status: number, detail: string): Refused {
  return { status, headers: {}, body: { detail } };
}

function fourKeys(failure: ShownFailure, isList: boolean, isPlain: boolean) {
  const { code, field, message, limit, existingTransactionId: id } = failure;
  const { existingTransactionStatus: existing_transaction_status, current } = failure;
  const { existingModificationId: existing_modification_id } = failure;
  const said = `${field}: ${message}`;
  const errors = isList
    ? Object.entries(failure.errors).map(([name, text]) => ({ [name]: text }))
    : failure.errors;
  return {
    detail: said,
    errors,
    error_code: code,
    error_message: isPlain ? message : said,
    ...(limit === undefined ? {} : { limit }),
    ...(id === undefined ? {} : { existing_transaction_id: id, existing_transaction_status }),
    ...(existing_modification_id === undefined ? {} : { existing_modification_id }),
    ...current,
  };
}

function asInfo({ code, field, message, shortage }: ShownFailure) {
  const said = field === null ? message : `${field}: ${message}`;
  const body = { errors: { info: said }, detail: said, error_code: code, error_message: said };
  return shortage ? { ...body, ...missingStamps(said, shortage) } : body;
}

/** The keys of a refused cancel of a sale that say how many stamps are missing, and what can be done. */
function missingStamps(
  said: string,
  { needed, remaining, relatedRedemptions }: NonNullable<ShownFailure["shortage"]>,
) {
  const isRelated = relatedRedemptions.length > 0;
  const what = `${said}: ${needed} are needed, ${remaining} are left.`;
  return {
    error_message: isRelated
      ? `${what} With cancel_related_redemptions, the redemptions of the sale are canceled too.`
      : what,
    stamps_needed: needed,
    stamps_remaining: remaining,
    stamps_missing: needed - remaining,
    related_redemptions: relatedRedemptions,
  };
}

function headersOf({ retryAfter }: ShownFailure): Refused["headers"] {
  return retryAfter === undefined ? {} : { "retry-after": String(Math.ceil(retryAfter)) };
}
