"use client";
import { useTranslations } from "use-intl/react";
import { State } from "../../ui/state.tsx";

export const saleStatuses = ["Created", "Open", "Canceled"] as const;

const tones = { Created: "good", Open: "warn", Canceled: "plain" } as const;

/** The status of a sale. `Open` means that it has no customer yet. */
export function SaleStatus({ status }: { status: (typeof saleStatuses)[number] }) {
  const t = useTranslations("sales");
  return <State tone={tones[status]}>{t(status)}</State>;
}
