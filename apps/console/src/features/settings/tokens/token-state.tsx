"use client";
import { useTranslations } from "use-intl/react";
import { State } from "../../../ui/state.tsx";

export const tokenStates = ["active", "expired", "revoked"] as const;
const tones = { active: "good", expired: "warn", revoked: "plain" } as const;

export function TokenStateMark({ state }: { state: (typeof tokenStates)[number] }) {
  const t = useTranslations("tokens");
  return <State tone={tones[state]}>{t(`states.${state}`)}</State>;
}
