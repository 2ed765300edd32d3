"use client";
import { useTranslations } from "use-intl/react";
import { PageTitle } from "../../ui/page-title.tsx";

export function MyAccount() {
  const t = useTranslations("settings");
  return <PageTitle title={t("names.account")} />;
}
