"use client";
import { useTranslations } from "use-intl/react";
import { State } from "../../ui/state.tsx";

/** Whether it is canceled. */
export function RedemptionStatus({ of }: { of: "Created" | "Canceled" }) {
  const t = useTranslations("redemptions");
  return <State tone={of === "Created" ? "good" : "plain"}>{t(of)}</State>;
}
