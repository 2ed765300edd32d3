import { type FailureCode, failureKinds } from "@stampbook/core/failures";
import type { ListedProcedure } from "../procedures.ts";

/** A refusal that an operation may answer with. */
export type DocumentedRefusal = {
  readonly code: FailureCode;
  readonly status: number;
  readonly fields: readonly string[];
};

const statuses: Record<(typeof failureKinds)[FailureCode], number> = {
  invalid: 400,
  missing: 404,
  forbidden: 403,
  throttled: 429,
  conflict: 409,
  unprocessable: 422,
  overloaded: 503,
};

/** The status that a refusal is answered with. */
export function statusOf(code: FailureCode): number {
  return statuses[failureKinds[code]];
}

/** Codes that wrong input has, whatever the operation. */
export const inputCodes = ["required", "invalid", "invalid_choice", "max_length", "parse_error"];

/** An operation's own refusals, in the order of its table. */
export function refusalsOf({ meta }: ListedProcedure): DocumentedRefusal[] {
  const own = Object.entries(meta.failures ?? {}) as [FailureCode, string | readonly string[]][];
  return own.map(([code, fields]) => ({
    code,
    status: statusOf(code),
    fields: typeof fields === "string" ? [fields] : fields,
  }));
}
