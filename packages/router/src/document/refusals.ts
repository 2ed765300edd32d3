import { type FailureCode, failureKinds } from "@stampbook/core/failures";
import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import type { ListedProcedure } from "../procedures.ts";
import { trpcCodes } from "../refusals.ts";

/** A documented refusal of an operation. */
export type DocumentedRefusal = {
  readonly code: FailureCode;
  readonly status: number;
  readonly fields: readonly string[];
};

/** The HTTP status of a refusal. */
export function statusOf(code: FailureCode): number {
  return getHTTPStatusCodeFromError(new TRPCError({ code: trpcCodes[failureKinds[code]] }));
}

/** Codes of wrong input, common to all operations. */
export const inputCodes = ["required", "invalid", "invalid_choice", "max_length", "parse_error"];

/** An operation's own refusals, in the order of `meta.failures`. */
export function refusalsOf({ meta }: ListedProcedure): DocumentedRefusal[] {
  const own = Object.entries(meta.failures ?? {}) as [FailureCode, string | readonly string[]][];
  return own.map(([code, fields]) => ({
    code,
    status: statusOf(code),
    fields: typeof fields === "string" ? [fields] : fields,
  }));
}
