"use client";
import { useTranslations } from "use-intl/react";
import { State } from "../../../ui/state.tsx";
import { wasStopped } from "./outbox-reason.ts";

const tones = { waiting: "warn", sent: "good", dead: "bad" } as const;

type MessageStateProps = { of: { state: keyof typeof tones; lastError: string | null } };

/** The state of a message, as a colored label. */
export function MessageState({ of }: MessageStateProps) {
  const t = useTranslations("outbox.states");
  if (wasStopped(of)) return <State tone="plain">{t("stopped")}</State>;
  return <State tone={tones[of.state]}>{t(of.state)}</State>;
}
