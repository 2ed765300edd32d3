"use client";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { DataList } from "../../ui/list/data-list.tsx";
import { Filters } from "../../ui/list/filters.tsx";
import { byPages, rowsOf } from "../../ui/list/pages.ts";
import { PeriodFilter } from "../../ui/list/period-filter.tsx";
import { SortFilter } from "../../ui/list/sort.tsx";
import { TextFilter } from "../../ui/list/text-filter.tsx";
import { useCsvWords } from "../../ui/list/use-csv-words.ts";
import { useSort } from "../../ui/list/use-sort.ts";
import { Moment } from "../../ui/moment.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { ActorFilter, actorIn } from "../parts/actor-filter.tsx";
import { CsvButton } from "../parts/csv-button.tsx";
import { Subject } from "../parts/subject.tsx";
import { useSubjectWords } from "../parts/use-subject-words.ts";
import { useDesk } from "../session/desk.tsx";
import { ActionFilter } from "./action-filter.tsx";
import { AuditChanges } from "./audit-changes.tsx";

/** Returns the message key of an action. An unknown action has no message. */
function nameOf(action: string) {
  return `actions.${action}` as "actions.pin.unblock";
}

/** The audit log: who changed what, when, and why. */
export function AuditLog() {
  const t = useTranslations("audit");
  const { me } = useDesk();
  const { get } = useAddress();
  const { sort } = useSort();
  const words = useCsvWords(({ audit }) => ({ action: audit.actions }));
  const subjectOf = useSubjectWords();
  const days = { from: get("from"), to: get("to") };
  const filter = {
    sort,
    ...days,
    action: get("action"),
    text: get("q"),
    actor: actorIn(get("actor")),
  };
  const list = trpc.staff.audit.list.useInfiniteQuery(filter, byPages);
  const rows = rowsOf(list);
  return (
    <>
      <PageTitle title={t("title")}>
        <CsvButton
          procedure="staff.audit.csv"
          pageOf={(api, page) => api.staff.audit.csv.query({ ...filter, words, ...page })}
        />
      </PageTitle>
      <Filters label={t("filters")}>
        <SortFilter />
        <PeriodFilter zones={{ timeZone: me.merchant.timezone }} />
        <ActionFilter />
        <ActorFilter name="actor" seen={rows.map(({ actor }) => actor)} />
        <TextFilter name="q" label={t("search")} />
      </Filters>
      <DataList
        isWide
        query={list}
        rows={rows}
        empty={{ title: t("empty"), advice: t("emptyAdvice") }}
        keyOf={(row) => row.id}
        columns={[
          {
            head: t("action"),
            cell: (row) => (
              <span title={row.action}>
                {t.has(nameOf(row.action)) ? t(nameOf(row.action)) : row.action}
              </span>
            ),
          },
          {
            head: t("time"),
            isSortable: true,
            cell: (row) => <Moment time={row.createdAt} timeZone={me.merchant.timezone} />,
          },
          {
            head: t("by"),
            isNamed: true,
            cell: (row) => (
              <>
                <bdi>{row.actor.name ?? row.actor.id}</bdi>
                {row.address ? (
                  <div className={`${css.quiet} ${css.small}`}>
                    <bdi>{row.address}</bdi>
                  </div>
                ) : null}
              </>
            ),
          },
          {
            head: t("subject"),
            cell: (row) => <Subject subject={subjectOf(row.subject, row.subjectName)} />,
          },
          {
            head: t("changed"),
            cell: (row) => (
              <AuditChanges action={row.action} details={row.details} names={row.names} />
            ),
          },
          { head: t("reason"), cell: (row) => <bdi>{row.reason}</bdi> },
        ]}
      />
    </>
  );
}
