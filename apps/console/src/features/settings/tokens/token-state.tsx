"use client";
import { useTranslations } from "use-intl/react";
import { State } from "../../../ui/state.tsx";

export const tokenStates = ["active", "expired", "revoked"] as const;
const tones = { active: "good", expired: "warn", revoked: "plain" } as const;

export function TokenStateMark({ state }: { state: (typeof tokenStates)[number] }) {
  const t = useTranslations("tokens");
  return <State tone={tones[state]}>{t(`states.${state}`)}</State>;
}

type ScopeKey<Scope extends string> = Scope extends `${infer Room}.${infer What}`
  ? `${Room}_${What}`
  : Scope;

/** Returns the key of a scope's name in the messages. A dot becomes `_`, because a dot separates groups. */
export function scopeKey<Scope extends string>(scope: Scope): ScopeKey<Scope> {
  return scope.replace(".", "_") as ScopeKey<Scope>;
}
