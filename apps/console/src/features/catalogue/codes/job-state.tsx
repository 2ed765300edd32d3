"use client";
import { Progress } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../../rpc/client.ts";
import { State } from "../../../ui/state.tsx";
import css from "../../../ui/ui.module.css";

export type Job = Outputs["staff"]["jobs"]["get"];

const tones = { running: "warn", done: "good", canceled: "plain", failed: "bad" } as const;

/** How often a running job is polled. */
const LOOK_AGAIN_MS = 1_000;

/** The polling interval; off if no job is running. */
export function lookAgain(jobs: readonly Pick<Job, "state">[] | undefined): number | false {
  return jobs?.some(({ state }) => state === "running") ? LOOK_AGAIN_MS : false;
}

export function JobState({ of }: { of: Pick<Job, "state"> }) {
  const t = useTranslations("codes");
  return <State tone={tones[of.state]}>{t(`states.${of.state}`)}</State>;
}

/** The progress, as a bar and in numbers. */
export function JobProgress({ of }: { of: Pick<Job, "done" | "total" | "state" | "name"> }) {
  const t = useTranslations("codes");
  const words = t("progress", { done: of.done, total: of.total });
  return (
    <div style={{ display: "grid", gap: 4, minWidth: 140 }}>
      {of.state === "done" ? null : (
        <Progress
          value={(of.done / of.total) * 100}
          color={of.state === "running" ? "indigo" : "gray"}
          aria-label={t("progressOf", { name: of.name })}
        />
      )}
      <span className={`${css.quiet} ${css.small}`}>{words}</span>
    </div>
  );
}
