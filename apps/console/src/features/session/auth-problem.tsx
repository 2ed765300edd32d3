"use client";
import { staffPasswordLength } from "@stampbook/core/limits";
import { useTranslations } from "use-intl/react";
import { Notice } from "../../ui/notice.tsx";
import type { AuthProblem as Problem } from "./use-auth-call.ts";

/** An error, as a sentence. */
export function AuthProblem({ problem }: { problem: Problem | null }) {
  const t = useTranslations("accountProblems");
  return problem ? <Notice tone="bad">{t(problem, staffPasswordLength)}</Notice> : null;
}
