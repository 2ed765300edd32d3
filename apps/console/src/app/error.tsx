"use client";
import { Button } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { Empty } from "../ui/empty.tsx";

/** What is shown when a page could not be made, such as while the service is away. */
export default function PageError({ reset }: { reset: () => void }) {
  const t = useTranslations("errors");
  return (
    <main>
      <Empty title={t("title")}>{t("advice")}</Empty>
      <Button mx="auto" display="block" onClick={reset}>
        {t("again")}
      </Button>
    </main>
  );
}
