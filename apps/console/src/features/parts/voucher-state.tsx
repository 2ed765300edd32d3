"use client";
import { useTranslations } from "use-intl/react";
import { State } from "../../ui/state.tsx";

export const voucherStates = ["open", "redeemed", "expired", "not_started", "inactive"] as const;

const tones = {
  open: "good",
  redeemed: "plain",
  expired: "warn",
  not_started: "plain",
  inactive: "bad",
} as const;

/** Whether a voucher can be redeemed today, or why not. */
export function VoucherState({ state }: { state: (typeof voucherStates)[number] }) {
  const t = useTranslations("voucherStates");
  return <State tone={tones[state]}>{t(state)}</State>;
}
