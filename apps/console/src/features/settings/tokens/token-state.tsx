"use client";
import { useTranslations } from "use-intl/react";
import { State } from "../../../ui/state.tsx";

export const tokenStates = ["active", "expired", "revoked"] as const;
const tones = { active: "good", expired: "warn", revoked: "plain" } as const;

export function TokenStateMark({ of }: { of: (typeof tokenStates)[number] }) {
  const t = useTranslations("tokens");
  return <State tone={tones[of]}>{t(`states.${of}`)}</State>;
}
