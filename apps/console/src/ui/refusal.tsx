"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import type { Failed } from "../rpc/failure.ts";
import { Notice } from "./notice.tsx";

type Known = Parameters<ReturnType<typeof useTranslations<"refusals">>>[0];

/** For these codes the service's words are for programmers, or have numbers and dates in raw form. */
const notForStaff = new Set([
  "idempotency_key_reused",
  "idempotency_key_in_use",
  "insufficient_voucher_value",
  "invalid_pin",
  "voucher_not_started",
]);

/** A refusal in words: the service's own in English, else the catalogue's; then what to do. */
export function useRefusalWords() {
  const says = useTranslations("refusals");
  const helps = useTranslations("advice");
  const locale = useLocale();
  return ({ code, message, retryAfter }: Pick<Failed, "code" | "message" | "retryAfter">) => {
    const isKnown = says.has(code as Known);
    const own = isKnown ? says(code as Known) : says("unexpected");
    const isPlain = locale === "en" && !notForStaff.has(code);
    const what = message && (isPlain || !isKnown) ? message : own;
    const advice = helps.has(code as "unexpected") ? helps(code as "unexpected") : null;
    const wait = retryAfter ? helps("wait", { seconds: Math.ceil(retryAfter) }) : null;
    return { what: /[.?!]$/.test(what) ? what : `${what}.`, advice: wait ?? advice };
  };
}

type RefusalProps = { of: Failed; children?: ReactNode };

/** A refusal with the reason and advice; the code is shown small below, for support. */
export function Refusal({ of, children }: RefusalProps) {
  const { what, advice } = useRefusalWords()(of);
  return (
    <Notice tone="bad" code={of.code}>
      <p>
        <strong>
          <bdi>{what}</bdi>
        </strong>{" "}
        {advice} {of.code === "signed_out" ? <SignInBeside /> : null} {children}
      </p>
    </Notice>
  );
}

/** A sign-in that leaves this page and its input open. */
function SignInBeside() {
  const t = useTranslations("missing");
  const here = encodeURIComponent(usePathname());
  return (
    <a href={`/sign-in?next=${here}`} target="_blank" rel="noreferrer">
      {t("signIn")}
    </a>
  );
}

type RefusedPageProps = {
  of: Failed;
  list: string;
  words: "customers" | "redemptions" | "bookings" | "vouchers" | "list";
};

/** Why an object cannot be shown at its address, in the catalogue's words, with a link to its list. */
export function RefusedPage({ of, list, words }: RefusedPageProps) {
  const t = useTranslations("missing");
  const says = useTranslations("refusals");
  return (
    <Refusal of={says.has(of.code as Known) ? { ...of, message: "" } : of}>
      <Link href={list}>{t(words)}</Link>
    </Refusal>
  );
}
