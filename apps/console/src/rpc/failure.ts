import type { AppRouter } from "@stampbook/router";
import { TRPCClientError } from "@trpc/client";

/**
 * What happens if a call without an answer is sent again. `read`: it is read again. `once`: the service does
 * it once. `unsure`: it may be done twice.
 */
export type Repeat = "read" | "once" | "unsure";

/** A failed call, as forms show it. */
export type Failed = {
  readonly code: string;
  /** The input field that was refused; null if none. */
  readonly field: string | null;
  readonly message: string;
  readonly errors: Readonly<Record<string, string>>;
  /** The rule that refused, with what it expected and found. */
  readonly rule?: string | null | undefined;
  readonly expected?: string | null | undefined;
  readonly found?: string | null | undefined;
  readonly retryAfter?: number;
  /** Only with the code `unreachable`. */
  readonly repeat?: Repeat;
};

const lost = { code: "unreachable", field: null, message: "", errors: {} };
// each is one object, because effects compare failures
const unreachable = {
  read: { ...lost, repeat: "read" },
  once: { ...lost, repeat: "once" },
  unsure: { ...lost, repeat: "unsure" },
} as const;
const signedOut = { code: "signed_out", field: null, message: "", errors: {} };
const tooBusy = { code: "overloaded", field: null, message: "", errors: {} };
const unexpected = { code: "unexpected", field: null, message: "", errors: {} };

/**
 * Returns the failure in a call's error: a refusal, an ended session, overload, no answer, or another error.
 */
export function failureOf(error: unknown): Failed {
  if (!(error instanceof TRPCClientError)) return unexpected;
  const { data, shape } = error as TRPCClientError<AppRouter>;
  if (data?.failure) return data.failure;
  if (isSignedOut(error)) return signedOut;
  if (data?.code === "TOO_MANY_REQUESTS") return tooBusy;
  return shape ? { ...unexpected, code: data?.code ?? "unexpected" } : unreachable[repeatOf(error)];
}

/** Notes on a call's error what happens if the call is sent again. `failureOf` returns it. */
export function noteRepeat(error: TRPCClientError<AppRouter>, repeat: Repeat): void {
  error.meta = { ...error.meta, repeat };
}

function repeatOf({ meta }: TRPCClientError<AppRouter>): Repeat {
  const repeat = meta?.repeat;
  return repeat === "read" || repeat === "once" ? repeat : "unsure";
}

/** Codes of failures after which it is unknown whether the call was done. A later try may succeed. */
export const unanswered: ReadonlySet<string> = new Set([
  "unreachable",
  "unexpected",
  "overloaded",
  "INTERNAL_SERVER_ERROR",
]);

/** Whether the call was refused because the session has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof TRPCClientError && error.data?.httpStatus === 401;
}

/** Whether the person must set up a second factor before anything else. */
export function isEnrolmentDue(error: unknown): boolean {
  return failureOf(error).code === "second_factor_required";
}
