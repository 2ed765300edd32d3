"use client";
import { IconBarcode } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { byPages } from "../../../ui/list/pages.ts";
import { Moment } from "../../../ui/moment.tsx";
import { useDesk } from "../../session/desk.tsx";
import { ItemList } from "../item-list.tsx";
import { JobProgress, JobState, lookAgain } from "./job-state.tsx";

const Panel = dynamic(() => import("./job-panel.tsx"), { ssr: false });

/** Jobs that generate codes, running and finished. */
export function JobList() {
  const t = useTranslations("codes");
  const { me, may } = useDesk();
  const list = trpc.staff.jobs.list.useInfiniteQuery(
    {},
    {
      ...byPages,
      refetchInterval: ({ state }) => lookAgain(state.data?.pages.flatMap(({ items }) => items)),
    },
  );
  return (
    <ItemList
      list={list}
      titleHead={t("template")}
      titleOf={({ name }) => name}
      columns={[
        { head: t("state"), cell: (job) => <JobState job={job} /> },
        { head: t("codes"), cell: (job) => <JobProgress job={job} /> },
        {
          head: t("by"),
          isNamed: true,
          cell: ({ createdBy }) => <bdi>{createdBy.name ?? createdBy.id}</bdi>,
        },
        {
          head: t("begun"),
          cell: ({ createdAt }) => <Moment time={createdAt} timeZone={me.merchant.timezone} />,
        },
      ]}
      add={
        may("staff.catalogue.generateCodes")
          ? { href: "/catalogue/codes/new", text: t("generate") }
          : null
      }
      empty={{
        icon: IconBarcode,
        title: t("empty"),
        advice: t("emptyAdvice"),
      }}
      panel={(props) => <Panel {...props} />}
    />
  );
}
