"use client";
import { useTranslations } from "use-intl/react";
import { Empty } from "../ui/empty.tsx";

/** What is shown when a page could not be made, such as while the service is away. */
export default function PageError({ reset }: { reset: () => void }) {
  const t = useTranslations("errors");
  return (
    <main>
      <Empty title={t("title")}>{t("advice")}</Empty>
      <button type="button" style={{ display: "block", margin: "0 auto" }} onClick={reset}>
        {t("again")}
      </button>
    </main>
  );
}
