"use client";
import { useTranslations } from "use-intl/react";
import { State } from "../../ui/state.tsx";

export const saleStatuses = ["Created", "Open", "Canceled"] as const;

const tones = { Created: "good", Open: "warn", Canceled: "plain" } as const;

/** Whether it is canceled, or still without a customer. */
export function SaleStatus({ status }: { status: (typeof saleStatuses)[number] }) {
  const t = useTranslations("sales");
  return <State tone={tones[status]}>{t(status)}</State>;
}
