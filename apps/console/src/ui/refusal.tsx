"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import type { Failed } from "../rpc/failure.ts";
import { Notice } from "./notice.tsx";
import { refusalText } from "./refusal-text.ts";
import css from "./ui.module.css";

/** Returns `refusalText` for the person's language: the text of a refusal, and advice. */
export function useRefusalWords() {
  const words = useTranslations();
  return (refused: Parameters<typeof refusalText>[0]) => refusalText(refused, words);
}

type RefusalProps = { failed: Failed; children?: ReactNode };

/** A refusal with the reason and advice. */
export function Refusal({ failed, children }: RefusalProps) {
  const { what, advice } = useRefusalWords()(failed);
  return (
    <Notice tone="bad" code={failed.code}>
      <p>
        <strong>
          <bdi>{what}</bdi>
        </strong>{" "}
        {advice} {failed.code === "signed_out" ? <SignInBeside /> : null}
        {failed.code === "password_required" ? <SignInBeside isByPassword /> : null} {children}
      </p>
    </Notice>
  );
}

/** A link to the sign-in in a new tab, so that this page and its input stay open. */
export function SignInBeside({ isByPassword = false }: { isByPassword?: boolean }) {
  const t = useTranslations("missing");
  const here = encodeURIComponent(usePathname());
  return (
    <a
      className={css.link}
      href={`/sign-in?${isByPassword ? "by=password&" : ""}next=${here}`}
      target="_blank"
      rel="noreferrer"
    >
      {t("signIn")}
    </a>
  );
}

type RefusedPageProps = {
  failed: Failed;
  list: string;
  words: "customers" | "redemptions" | "sales" | "bookings" | "vouchers" | "list";
};

/** The reason why a record cannot be shown at its address, with a link to its list. */
export function RefusedPage({ failed, list, words }: RefusedPageProps) {
  const t = useTranslations("missing");
  return (
    <Refusal failed={failed}>
      {words === "customers" && failed.code === "invalid_user" ? `${t("noCustomer")} ` : null}
      <Link className={css.link} href={list}>
        {t(words)}
      </Link>
    </Refusal>
  );
}
