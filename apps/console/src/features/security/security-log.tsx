"use client";
import { IconShieldLock } from "@tabler/icons-react";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../rpc/client.ts";
import { DataList } from "../../ui/list/data-list.tsx";
import { Filters } from "../../ui/list/filters.tsx";
import { byPages, rowsOf } from "../../ui/list/pages.ts";
import { PeriodFilter } from "../../ui/list/period-filter.tsx";
import { SortFilter } from "../../ui/list/sort.tsx";
import { useCsvWords } from "../../ui/list/use-csv-words.ts";
import { useSort } from "../../ui/list/use-sort.ts";
import { Moment } from "../../ui/moment.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { State } from "../../ui/state.tsx";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { CsvButton } from "../parts/csv-button.tsx";
import { Subject } from "../parts/subject.tsx";
import { useSubjectWords } from "../parts/use-subject-words.ts";
import { useDesk } from "../session/desk.tsx";
import { deviceOf } from "../session/device.ts";
import { actionOf, listOf } from "./procedures.ts";
import { SecurityFilters, useSecurityFilter } from "./security-filters.tsx";

type SecurityEvent = Outputs["staff"]["securityEvents"]["list"]["items"][number];

const tones = { done: "good", failed: "warn", refused: "bad" } as const;

/** Security events, such as sign-ins, exports and denials: who, from where, what, and the result. */
export function SecurityLog() {
  const t = useTranslations("security");
  const { me } = useDesk();
  const { get } = useAddress();
  const { sort } = useSort();
  const words = useCsvWords(({ security }) => ({
    what: security.actions,
    result: security.results,
  }));
  const filter = { sort, from: get("from"), to: get("to"), ...useSecurityFilter() };
  const list = trpc.staff.securityEvents.list.useInfiniteQuery(filter, byPages);
  const rows = rowsOf(list);
  return (
    <>
      <PageTitle title={t("title")}>
        <CsvButton
          procedure="staff.securityEvents.csv"
          pageOf={(api, page) => api.staff.securityEvents.csv.query({ ...filter, words, ...page })}
        />
      </PageTitle>
      <Filters label={t("filters")}>
        <SortFilter />
        <PeriodFilter zones={{ timeZone: me.merchant.timezone }} />
        <SecurityFilters actors={rows.flatMap(({ actor }) => actor ?? [])} />
      </Filters>
      <DataList
        isWide
        query={list}
        rows={rows}
        empty={{ icon: IconShieldLock, title: t("empty"), advice: t("emptyAdvice") }}
        keyOf={(row) => row.id}
        columns={[
          {
            head: t("what"),
            cell: (row) => (
              <>
                {t(`actions.${row.what}`)}
                <Method event={row} />
              </>
            ),
          },
          {
            head: t("result"),
            cell: (row) => <State tone={tones[row.result]}>{t(`results.${row.result}`)}</State>,
          },
          {
            head: t("time"),
            isSortable: true,
            cell: (row) => <Moment time={row.createdAt} timeZone={me.merchant.timezone} />,
          },
          {
            head: t("by"),
            isNamed: true,
            cell: (row) =>
              row.actor ? <bdi>{row.actor.name ?? t(`actors.${row.actor.kind}`)}</bdi> : null,
          },
          { head: t("about"), cell: (row) => <About event={row} /> },
          {
            head: t("from"),
            cell: (row) => (
              <>
                <bdi>{row.address}</bdi>
                {row.userAgent ? (
                  <div className={`${css.quiet} ${css.small}`} title={row.userAgent}>
                    <bdi>{deviceOf(row.userAgent) ?? row.userAgent.slice(0, 60)}</bdi>
                  </div>
                ) : null}
              </>
            ),
          },
        ]}
      />
    </>
  );
}

/** The sign-in method, or the changed factor. */
function Method({ event: { details } }: { event: SecurityEvent }) {
  const t = useTranslations("security.methods");
  const method = String(details.method ?? details.factor ?? "") as "password";
  if (!t.has(method)) return null;
  return <div className={`${css.quiet} ${css.small}`}>{t(method)}</div>;
}

/**
 * The subject of an event. For a denial or an export, the subject is a procedure, shown with its list's name.
 */
function About({ event: { subject, subjectName } }: { event: SecurityEvent }) {
  const subjectOf = useSubjectWords();
  const lists = useTranslations("security.lists");
  const audit = useTranslations("audit.actions");
  if (subject === null) return null;
  if (subject.includes(".")) {
    const [list, action] = [listOf(subject) as "customers", actionOf(subject) as "pin.unblock"];
    if (audit.has(action)) return <span title={subject}>{audit(action)}</span>;
    if (lists.has(list)) return <span title={subject}>{lists(list)}</span>;
    return <code className={`${css.quiet} ${css.small}`}>{subject}</code>;
  }
  return <Subject subject={subjectOf(subject, subjectName)} />;
}
