"use client";
import { staffPasswordLength } from "@stampbook/core/limits";
import { useTranslations } from "use-intl/react";
import { Notice } from "../../ui/notice.tsx";
import { SignInBeside } from "../../ui/refusal.tsx";
import type { AuthProblem as Problem } from "./use-auth-call.ts";

/** The sentence for an error of the sign-in service. Nothing for null. */
export function AuthProblem({ problem }: { problem: Problem | null }) {
  const t = useTranslations("accountProblems");
  if (!problem) return null;
  return (
    <Notice tone="bad">
      {t(problem, staffPasswordLength)} {problem === "signedOut" ? <SignInBeside /> : null}
    </Notice>
  );
}
