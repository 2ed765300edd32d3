"use client";
import { useTranslations } from "use-intl/react";
import { State } from "../../ui/state.tsx";

type CustomerStateProps = {
  isBlocked: boolean;
  isActive: boolean;
  status: 100 | 200 | 300;
  name: string;
};

/** Whether a customer may redeem, or why not. */
export function CustomerState({ isBlocked, isActive, status, name }: CustomerStateProps) {
  const t = useTranslations("customers");
  if (isBlocked) return <State tone="bad">{t("blocked")}</State>;
  if (!isActive || status === 200) return <State tone="plain">{t("inactive")}</State>;
  if (status === 300) return <State tone="warn">{t("suspended")}</State>;
  if (!name) return <State tone="warn">{t("noName")}</State>;
  return <State tone="good">{t("active")}</State>;
}
