"use client";
import { useTranslations } from "use-intl/react";
import { State } from "../../ui/state.tsx";

/** The status of a redemption: created or canceled. */
export function RedemptionStatus({ status }: { status: "Created" | "Canceled" }) {
  const t = useTranslations("redemptions");
  return <State tone={status === "Created" ? "good" : "plain"}>{t(status)}</State>;
}
