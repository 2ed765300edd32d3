"use client";
import { useTranslations } from "use-intl/react";
import { Notice } from "../../ui/notice.tsx";
import type { AuthProblem as Problem } from "./use-auth-call.ts";

/** An error, as a sentence. */
export function AuthProblem({ of }: { of: Problem | null }) {
  const t = useTranslations("accountProblems");
  return of ? <Notice tone="bad">{t(of)}</Notice> : null;
}
