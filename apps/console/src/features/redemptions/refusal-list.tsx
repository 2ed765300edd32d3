"use client";
import { NativeSelect } from "@mantine/core";
import { IconShieldCheck } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { DataList } from "../../ui/list/data-list.tsx";
import { Filters } from "../../ui/list/filters.tsx";
import { byPages, rowsOf } from "../../ui/list/pages.ts";
import { SortFilter } from "../../ui/list/sort.tsx";
import { useCsvWords } from "../../ui/list/use-csv-words.ts";
import { useSort } from "../../ui/list/use-sort.ts";
import { Moment } from "../../ui/moment.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { codeText, refusalText } from "../../ui/refusal-text.ts";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { ActorFilter, actorIn } from "../parts/actor-filter.tsx";
import { CsvButton } from "../parts/csv-button.tsx";
import { CustomerFilter, customerIn } from "../parts/customer-filter.tsx";
import { StoreFilter } from "../parts/store-filter.tsx";
import { StorePeriod } from "../parts/store-period.tsx";
import { Subject } from "../parts/subject.tsx";
import { useSubjectWords } from "../parts/use-subject-words.ts";
import { useDesk } from "../session/desk.tsx";
import { RedemptionTabs } from "./redemption-tabs.tsx";

/** Refusals, each with the reason in a sentence, and its subject below. */
export function RefusalList() {
  const t = useTranslations("redemptions");
  const catalogue = useTranslations();
  const subjectOf = useSubjectWords();
  const { zoneOf } = useDesk();
  const { get, replace } = useAddress();
  const { sort } = useSort();
  const words = useCsvWords((messages) => ({ code: messages.refusals }));
  const filter = {
    sort,
    from: get("from"),
    to: get("to"),
    storeId: Number(get("store")) || null,
    code: get("code"),
    caller: actorIn(get("who")),
    customerId: customerIn(get("customer")),
  };
  const list = trpc.staff.refusals.list.useInfiniteQuery(filter, byPages);
  const rows = rowsOf(list);
  return (
    <>
      <PageTitle title={t("title")}>
        <CsvButton
          procedure="staff.refusals.csv"
          pageOf={(api, page) => api.staff.refusals.csv.query({ ...filter, words, ...page })}
        />
      </PageTitle>
      <RedemptionTabs />
      <Filters label={t("filters")}>
        <SortFilter />
        <StoreFilter />
        <StorePeriod />
        <ActorFilter name="who" seen={rows.map(({ caller }) => caller)} />
        <CustomerFilter />
        {filter.code ? (
          <NativeSelect
            label={t("why")}
            value={filter.code}
            onChange={({ currentTarget }) => replace({ code: currentTarget.value })}
            data={[
              { value: "", label: t("allReasons") },
              { value: filter.code, label: codeText(filter.code, catalogue) },
            ]}
          />
        ) : null}
      </Filters>
      <DataList
        isWide
        query={list}
        rows={rows}
        empty={{ icon: IconShieldCheck, title: t("noRefusals"), advice: t("noRefusalsAdvice") }}
        keyOf={(row) => row.id}
        columns={[
          {
            head: t("why"),
            cell: (row) => (
              <>
                <bdi>{refusalText(row, catalogue).what}</bdi>
                <div className={`${css.quiet} ${css.small}`}>
                  {row.subject ? (
                    <Subject subject={subjectOf(row.subject, row.subjectName)} />
                  ) : null}
                </div>
              </>
            ),
          },
          {
            head: t("time"),
            isSortable: true,
            cell: (row) => <Moment time={row.createdAt} timeZone={zoneOf(row.store?.id)} />,
          },
          {
            head: t("customer"),
            cell: (row) =>
              row.customer ? (
                <Link className={css.link} href={`/customers/${row.customer.id}`}>
                  <bdi>{row.customer.name}</bdi>
                </Link>
              ) : null,
          },
          { head: t("store"), cell: (row) => <bdi>{row.store?.name}</bdi> },
          {
            head: t("by"),
            isNamed: true,
            cell: (row) => <bdi>{row.caller.name ?? t(row.caller.kind)}</bdi>,
          },
        ]}
      />
    </>
  );
}
