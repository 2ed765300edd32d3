"use client";
import { useState } from "react";

export type AuthProblem =
  | "password"
  | "code"
  | "short"
  | "common"
  | "stale"
  | "signedOut"
  | "tooMany"
  | "away"
  | "declined";

type Answer<Data> = {
  readonly data: Data | null;
  readonly error: { readonly status: number; readonly code?: string | undefined } | null;
};

const known: Readonly<Record<string, AuthProblem>> = {
  INVALID_PASSWORD: "password",
  INVALID_CODE: "code",
  INVALID_BACKUP_CODE: "code",
  PASSWORD_TOO_SHORT: "short",
  PASSWORD_TOO_LONG: "short",
  PASSWORD_TOO_COMMON: "common",
  SESSION_NOT_FRESH: "stale",
  INVALID_TWO_FACTOR_COOKIE: "stale",
  UNAUTHORIZED: "signedOut",
};

function problemOf({ status, code = "" }: { status: number; code?: string | undefined }) {
  if (status === 429) return "tooMany";
  return known[code] ?? (status >= 400 && status < 500 ? "declined" : "away");
}

/** Returns the reason why data of the sign-in service could not be read. Null if there is no error. */
export function readProblemOf(error: unknown): AuthProblem | null {
  if (!error) return null;
  const { status = 0, code } = error as { status?: number; code?: string };
  const problem = problemOf({ status, code });
  return problem === "declined" ? "away" : problem;
}

/** Calls the sign-in service. After an error, `call` returns null, and `problem` has the reason. */
export function useAuthCall() {
  const [problem, setProblem] = useState<AuthProblem | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function call<Data>(work: () => Promise<Answer<Data>>): Promise<Data | null> {
    setBusy(true);
    setProblem(null);
    // `work` throws if the request gets no answer
    const answer = await work().catch(() => ({ data: null, error: { status: 0 } }));
    setBusy(false);
    if (answer.error) setProblem(problemOf(answer.error));
    return answer.error ? null : answer.data;
  }
  return { call, problem, isBusy, forget: () => setProblem(null) };
}
