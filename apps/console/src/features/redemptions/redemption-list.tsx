"use client";
import { IconReceipt2 } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useApi } from "../../rpc/use-api.ts";
import { CsvButton } from "../../ui/csv-button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Moment } from "../../ui/moment.tsx";
import { More } from "../../ui/more.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { useDesk } from "../session/desk.tsx";
import { kinds, RedemptionFilters } from "./redemption-filters.tsx";
import { RedemptionStatus } from "./redemption-status.tsx";
import { RedemptionTabs } from "./redemption-tabs.tsx";

const Panel = dynamic(() => import("./redemption-panel.tsx"), { ssr: false });

const statuses = ["Created", "Canceled"] as const;

/** The filters as they stand in the address, and as the service takes them. */
function useFilter() {
  const { get } = useAddress();
  return {
    from: get("from"),
    to: get("to"),
    storeId: Number(get("store")) || null,
    kind: kinds.find((kind) => kind === get("kind")) ?? null,
    status: statuses.find((status) => status === get("status")) ?? null,
    who: /^(staff|token):[\w-]+$/.test(get("who")) ? get("who") : null,
    invoiceNumber: get("invoice"),
  };
}

/** What was redeemed, newest first. */
export function RedemptionList() {
  const t = useTranslations("redemptions");
  const { zoneOf, may } = useDesk();
  const { get, hrefWith, push, replace } = useAddress();
  const api = useApi();
  const filter = useFilter();
  const list = trpc.staff.redemptions.list.useInfiniteQuery(filter, {
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const open = Number(get("open")) || null;

  function step(by: number) {
    const next = rows[rows.findIndex(({ id }) => id === open) + by];
    if (next) replace({ open: next.id });
  }

  return (
    <>
      <PageTitle title={t("title")}>
        {may("staff.redemptions.csv") ? (
          <CsvButton
            name="redemptions.csv"
            pageAfter={(cursor) =>
              api.staff.redemptions.csv.query({ ...filter, cursor, limit: 200 })
            }
          />
        ) : null}
      </PageTitle>
      <RedemptionTabs />
      <RedemptionFilters />
      {list.error ? <Refusal of={failureOf(list.error)} /> : null}
      {list.isLoading ? <Skeletons count={8} /> : null}
      {list.data && !rows.length ? (
        <Empty icon={<IconReceipt2 size={40} stroke={1.4} aria-hidden />} title={t("empty")}>
          {t("emptyAdvice")}
        </Empty>
      ) : null}
      {rows.length ? (
        <div className={css.tableBox}>
          <table className={`${css.table} ${css.folds}`}>
            <thead>
              <tr>
                <th scope="col">{t("what")}</th>
                <th scope="col">{t("status")}</th>
                <th scope="col">{t("customer")}</th>
                <th scope="col">{t("store")}</th>
                <th scope="col">{t("by")}</th>
                <th scope="col">{t("time")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr
                  key={row.id}
                  data-href
                  data-open={row.id === open}
                  onClick={({ target }) => {
                    if (!(target instanceof Element && target.closest("a"))) push({ open: row.id });
                  }}
                >
                  <td>
                    <Link className={css.link} href={hrefWith({ open: row.id })} scroll={false}>
                      <bdi>{row.name}</bdi>
                    </Link>{" "}
                    <span className={css.quiet}>#{row.id}</span>
                  </td>
                  <td>
                    <RedemptionStatus of={row.status} />
                  </td>
                  <td>
                    <bdi>{row.customer.name}</bdi>
                  </td>
                  <td>
                    <bdi>{row.store?.name}</bdi>
                  </td>
                  <td>
                    <bdi>{row.redeemedBy.name ?? t(row.redeemedBy.kind)}</bdi>
                  </td>
                  <td>
                    <Moment at={row.createdAt} timeZone={zoneOf(row.store?.id)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <More {...list} />
      {open === null ? null : (
        <Panel id={open} onClose={() => replace({ open: null })} onStep={step} />
      )}
    </>
  );
}
