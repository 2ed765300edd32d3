"use client";
import { NativeSelect, TextInput } from "@mantine/core";
import { IconShieldCheck } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useApi } from "../../rpc/use-api.ts";
import { CsvButton } from "../../ui/csv-button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Filters } from "../../ui/filters.tsx";
import { Moment } from "../../ui/moment.tsx";
import { More } from "../../ui/more.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal, useRefusalWords } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { useDesk } from "../session/desk.tsx";
import { RedemptionTabs } from "./redemption-tabs.tsx";

/** What was refused, each with the reason in a sentence and the rule beneath. */
export function RefusalList() {
  const t = useTranslations("redemptions");
  const wordsOf = useRefusalWords();
  const { zoneOf, may } = useDesk();
  const { get, replace } = useAddress();
  const api = useApi();
  const filter = {
    from: get("from"),
    to: get("to"),
    storeId: Number(get("store")) || null,
    code: get("code"),
  };
  const reasons = useTranslations("refusals");
  const sayCode = (code: string) =>
    reasons.has(code as "required") ? reasons(code as "required") : code;
  const list = trpc.staff.refusals.list.useInfiniteQuery(filter, {
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <PageTitle title={t("title")}>
        {may("staff.refusals.csv") ? (
          <CsvButton
            name="refusals.csv"
            pageAfter={(cursor) => api.staff.refusals.csv.query({ ...filter, cursor, limit: 200 })}
          />
        ) : null}
      </PageTitle>
      <RedemptionTabs />
      <Filters label={t("filters")}>
        <TextInput
          type="date"
          label={t("from")}
          value={get("from")}
          onChange={({ currentTarget }) => replace({ from: currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t("to")}
          value={get("to")}
          onChange={({ currentTarget }) => replace({ to: currentTarget.value })}
        />
        {filter.code ? (
          <NativeSelect
            label={t("why")}
            value={filter.code}
            onChange={({ currentTarget }) => replace({ code: currentTarget.value })}
            data={[
              { value: "", label: t("allReasons") },
              { value: filter.code, label: sayCode(filter.code) },
            ]}
          />
        ) : null}
      </Filters>
      {list.error ? <Refusal of={failureOf(list.error)} /> : null}
      {list.isLoading ? <Skeletons count={8} /> : null}
      {list.data && !rows.length ? (
        <Empty
          icon={<IconShieldCheck size={40} stroke={1.4} aria-hidden />}
          title={t("noRefusals")}
        >
          {t("noRefusalsAdvice")}
        </Empty>
      ) : null}
      {rows.length ? (
        <div className={css.tableBox}>
          <table className={`${css.table} ${css.folds}`}>
            <thead>
              <tr>
                <th scope="col">{t("why")}</th>
                <th scope="col">{t("time")}</th>
                <th scope="col">{t("customer")}</th>
                <th scope="col">{t("store")}</th>
                <th scope="col">{t("by")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>
                    <bdi>{wordsOf(row).what}</bdi>
                    <div className={`${css.quiet} ${css.small}`}>
                      <bdi>{[row.subject, row.code].filter(Boolean).join(" · ")}</bdi>
                    </div>
                  </td>
                  <td>
                    <Moment at={row.createdAt} timeZone={zoneOf(row.store?.id)} />
                  </td>
                  <td>
                    {row.customer ? (
                      <Link className={css.link} href={`/customers/${row.customer.id}`}>
                        <bdi>{row.customer.name}</bdi>
                      </Link>
                    ) : null}
                  </td>
                  <td>
                    <bdi>{row.store?.name}</bdi>
                  </td>
                  <td>
                    <bdi>{row.caller.name ?? t(row.caller.kind)}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <More {...list} />
    </>
  );
}
