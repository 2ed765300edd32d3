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

/** Returns the polling interval in ms, or false if no job is running. */
export function lookAgain(jobs: readonly Pick<Job, "state">[] | undefined): number | false {
  return jobs?.some(({ state }) => state === "running") ? LOOK_AGAIN_MS : false;
}

export function JobState({ job }: { job: Pick<Job, "state"> }) {
  const t = useTranslations("codes");
  return <State tone={tones[job.state]}>{t(`states.${job.state}`)}</State>;
}

/** The progress, as a bar and in numbers. */
export function JobProgress({ job }: { job: Pick<Job, "done" | "total" | "state" | "name"> }) {
  const t = useTranslations("codes");
  const words = t("progress", { done: job.done, total: job.total });
  return (
    <div style={{ display: "grid", gap: 4, minWidth: 140 }}>
      {job.state === "done" ? null : (
        <Progress
          value={(job.done / job.total) * 100}
          color={job.state === "running" ? "indigo" : "gray"}
          aria-label={t("progressOf", { name: job.name })}
        />
      )}
      <span className={`${css.quiet} ${css.small}`}>{words}</span>
    </div>
  );
}
