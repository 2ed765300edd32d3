"use client";
import { TextInput } from "@mantine/core";
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
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { useDesk } from "../session/desk.tsx";

/** Who did what, when, and why. */
export function AuditLog() {
  const t = useTranslations("audit");
  const { me, may } = useDesk();
  const { get, replace } = useAddress();
  const api = useApi();
  const filter = { from: get("from"), to: get("to"), text: get("q") };
  const list = trpc.staff.audit.list.useInfiniteQuery(filter, {
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <PageTitle title={t("title")}>
        {may("staff.audit.csv") ? (
          <CsvButton
            name="audit.csv"
            pageAfter={(cursor) => api.staff.audit.csv.query({ ...filter, cursor, limit: 200 })}
          />
        ) : null}
      </PageTitle>
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
        <TextInput
          label={t("search")}
          defaultValue={get("q")}
          onBlur={({ currentTarget }) => replace({ q: currentTarget.value.trim() })}
          onKeyDown={({ key, currentTarget }) => {
            if (key === "Enter") replace({ q: currentTarget.value.trim() });
          }}
        />
      </Filters>
      {list.error ? <Refusal of={failureOf(list.error)} /> : null}
      {list.isLoading ? <Skeletons count={8} /> : null}
      {list.data && !rows.length ? <Empty title={t("empty")}>{t("emptyAdvice")}</Empty> : null}
      {rows.length ? (
        <div className={css.tableBox}>
          <table className={`${css.table} ${css.folds}`}>
            <thead>
              <tr>
                <th scope="col">{t("action")}</th>
                <th scope="col">{t("time")}</th>
                <th scope="col">{t("by")}</th>
                <th scope="col">{t("subject")}</th>
                <th scope="col">{t("reason")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>{row.action}</td>
                  <td>
                    <Moment at={row.createdAt} timeZone={me.merchant.timezone} />
                  </td>
                  <td>
                    <bdi>{row.actor.name ?? row.actor.id}</bdi>
                  </td>
                  <td>
                    <bdi>{row.subject}</bdi>
                  </td>
                  <td>
                    <bdi>{row.reason}</bdi>
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
