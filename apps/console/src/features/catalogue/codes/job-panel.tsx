"use client";
import { Button } from "@mantine/core";
import { IconDownload, IconPlayerStop } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { Card } from "../../../ui/card.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { useDesk } from "../../session/desk.tsx";
import type { PanelProps } from "../item-list.tsx";
import { ItemPanel } from "../item-panel.tsx";
import { JobProgress, JobState, lookAgain } from "./job-state.tsx";

/** A job that generates codes: its progress, its end, and the codes as a file. */
export default function JobPanel({ id, ...panel }: PanelProps) {
  const t = useTranslations("codes");
  const format = useFormatter();
  const { me, may } = useDesk();
  const utils = trpc.useUtils();
  const query = trpc.staff.jobs.get.useQuery(
    { jobId: id },
    { refetchInterval: ({ state }) => lookAgain(state.data && [state.data]) },
  );
  const cancel = trpc.staff.jobs.cancel.useMutation({
    onSuccess: () => utils.staff.jobs.invalidate(),
  });
  const job = query.data;
  const moment = (time: string) => <Moment time={time} timeZone={me.merchant.timezone} />;
  return (
    <ItemPanel
      {...panel}
      query={query}
      kind={t("title")}
      titleOf={({ name }) => name}
      actions={
        job ? (
          <>
            {job.done > 0 && may("staff.jobs.codesCsv") ? (
              <Button
                component="a"
                href={`/catalogue/codes/${id}/csv?merchant=${me.merchant.id}`}
                download
                // the browser shows no reason for a refused file; reading the job again shows the reason on
                // the page
                onClick={() => void query.refetch()}
                variant={job.state === "running" ? "default" : "filled"}
                leftSection={<IconDownload size={16} aria-hidden />}
              >
                {t("download")}
              </Button>
            ) : null}
            {job.state === "running" && may("staff.jobs.cancel") ? (
              <Button
                variant="default"
                loading={cancel.isPending}
                leftSection={<IconPlayerStop size={16} aria-hidden />}
                onClick={() => cancel.mutate({ jobId: id })}
              >
                {t("stop")}
              </Button>
            ) : null}
          </>
        ) : null
      }
    >
      {(job) => (
        <>
          <JobProgress job={job} />
          <div aria-live="polite">
            {job.state === "done" ? (
              <Notice tone="good">{t("ready", { count: job.total })}</Notice>
            ) : null}
            {job.state === "failed" ? (
              <Notice tone="bad" code={job.error ?? undefined}>
                {t("broken", { count: job.done })}
              </Notice>
            ) : null}
            {job.state === "canceled" ? (
              <Notice tone="plain">{t("stopped", { count: job.done })}</Notice>
            ) : null}
          </div>
          {cancel.error ? <Refusal failed={failureOf(cancel.error)} /> : null}
          <Card>
            <Facts
              facts={[
                [t("state"), <JobState key="state" job={job} />],
                [t("codes"), format.number(job.total)],
                [t("by"), <bdi key="by">{job.createdBy.name ?? job.createdBy.id}</bdi>],
                [t("begun"), moment(job.createdAt)],
                [t("ended"), job.endedAt && moment(job.endedAt)],
              ]}
            />
          </Card>
        </>
      )}
    </ItemPanel>
  );
}
