"use client";
import type { ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import type { Failed } from "../rpc/failure.ts";
import { Notice } from "./notice.tsx";

type Known = Parameters<ReturnType<typeof useTranslations<"refusals">>>[0];

/** A refusal in words: the service's own in English, the catalogue's elsewhere; then what to do. */
export function useRefusalWords() {
  const says = useTranslations("refusals");
  const helps = useTranslations("advice");
  const locale = useLocale();
  return ({ code, message, retryAfter }: Pick<Failed, "code" | "message" | "retryAfter">) => {
    const isKnown = says.has(code as Known);
    const own = isKnown ? says(code as Known) : says("unexpected");
    const what = message && (locale === "en" || !isKnown) ? message : own;
    const advice = helps.has(code as "unexpected") ? helps(code as "unexpected") : null;
    const wait = retryAfter ? helps("wait", { seconds: Math.ceil(retryAfter) }) : null;
    return { what: /[.?!]$/.test(what) ? what : `${what}.`, advice: wait ?? advice };
  };
}

type RefusalProps = { of: Failed; children?: ReactNode };

/** What was refused, why, and what to do; the code stands small beneath, for support. */
export function Refusal({ of, children }: RefusalProps) {
  const { what, advice } = useRefusalWords()(of);
  return (
    <Notice tone="bad" code={of.code}>
      <p>
        <strong>
          <bdi>{what}</bdi>
        </strong>{" "}
        {advice} {children}
      </p>
    </Notice>
  );
}
