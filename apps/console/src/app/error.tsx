"use client";
import { useTranslations } from "use-intl/react";

/** Shown when a page cannot be rendered, for example while the service is unavailable. */
export default function PageError({ reset }: { reset: () => void }) {
  const t = useTranslations("errors");
  return (
    <main style={{ padding: "48px 16px", textAlign: "center" }}>
      <h1>{t("title")}</h1>
      <p>{t("advice")}</p>
      <button type="button" onClick={reset}>
        {t("again")}
      </button>
    </main>
  );
}
