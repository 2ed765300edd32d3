"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { Notice } from "../../ui/notice.tsx";

/** A text without a match, with suggestions. */
export function Missed({ text }: { text: string }) {
  const t = useTranslations("till");
  return (
    <Notice tone="warn">
      <p>
        <strong>{t.rich("missed", { text, bdi: (chunks) => <bdi>{chunks}</bdi> })}</strong>{" "}
        {t("missedAdvice")}
      </p>
      <Link href="/customers/new">{t("addCustomer")}</Link>
    </Notice>
  );
}
