"use client";
import { useTranslations } from "use-intl/react";
import { MessagePage, wayOn } from "./message-page.tsx";

/** Shown for a page that could not be rendered. */
export function PageError({ reset }: { reset: () => void }) {
  const t = useTranslations("errors");
  return (
    <MessagePage title={t("title")} advice={t("advice")}>
      <button type="button" className={wayOn} onClick={reset}>
        {t("again")}
      </button>
      <a className={wayOn} href="/till">
        {t("back")}
      </a>
    </MessagePage>
  );
}
