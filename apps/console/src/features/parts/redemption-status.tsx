"use client";
import { useTranslations } from "use-intl/react";
import { State } from "../../ui/state.tsx";

/** Whether it is canceled. */
export function RedemptionStatus({ status }: { status: "Created" | "Canceled" }) {
  const t = useTranslations("redemptions");
  return <State tone={status === "Created" ? "good" : "plain"}>{t(status)}</State>;
}
