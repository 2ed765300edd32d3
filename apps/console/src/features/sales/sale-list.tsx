"use client";
import { NativeSelect } from "@mantine/core";
import { IconShoppingBag } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useFormatter, useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { Filters } from "../../ui/list/filters.tsx";
import { byPages, rowsOf } from "../../ui/list/pages.ts";
import { PanelList } from "../../ui/list/panel-list.tsx";
import { PeriodFilter } from "../../ui/list/period-filter.tsx";
import { SortFilter } from "../../ui/list/sort.tsx";
import { TextFilter } from "../../ui/list/text-filter.tsx";
import { useCsvWords } from "../../ui/list/use-csv-words.ts";
import { useSort } from "../../ui/list/use-sort.ts";
import { Moment } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { useAddress } from "../../ui/use-address.ts";
import { ActorFilter, actorIn } from "../parts/actor-filter.tsx";
import { CsvButton } from "../parts/csv-button.tsx";
import { CustomerFilter, customerIn } from "../parts/customer-filter.tsx";
import { StoreFilter } from "../parts/store-filter.tsx";
import { useDesk } from "../session/desk.tsx";
import { SaleStatus, saleStatuses } from "./sale-status.tsx";

const Panel = dynamic(() => import("./sale-panel.tsx"), { ssr: false });

/** Returns the number of stamps that a text names. Null if it names none, as for an empty one. */
function stampsIn(text: string): number | null {
  return /^[0-9]{1,6}$/.test(text) ? Number(text) : null;
}

/** Returns the filters in the address, as the service's input. */
function useFilter() {
  const { get } = useAddress();
  const { sort } = useSort();
  return {
    sort,
    from: get("from"),
    to: get("to"),
    storeId: Number(get("store")) || null,
    status: saleStatuses.find((status) => status === get("status")) ?? null,
    invoiceNumber: get("invoice"),
    customerId: customerIn(get("customer")),
    who: actorIn(get("who")),
    isByStaff: get("source") === "staff",
    leastStamps: stampsIn(get("stamps")),
  };
}

/** Sales by their time, newest first unless sorted otherwise. */
export function SaleList() {
  const t = useTranslations("sales");
  const { me, zoneOf } = useDesk();
  const format = useFormatter();
  const money = useMoney(me.merchant.currency);
  const words = useCsvWords(({ sales: { Created, Open, Canceled } }) => ({
    status: { Created, Open, Canceled },
  }));
  const filter = useFilter();
  const list = trpc.staff.sales.list.useInfiniteQuery(filter, byPages);
  return (
    <>
      <PageTitle title={t("title")}>
        <CsvButton
          procedure="staff.sales.csv"
          pageOf={(api, page) => api.staff.sales.csv.query({ ...filter, words, ...page })}
        />
      </PageTitle>
      <SaleFilters />
      <PanelList
        query={list}
        rows={rowsOf(list)}
        empty={{ icon: IconShoppingBag, title: t("empty"), advice: t("emptyAdvice") }}
        idOf={({ id }) => id}
        titleHead={t("invoice")}
        titleOf={({ invoiceNumber }) => invoiceNumber}
        columns={[
          { head: t("status"), cell: ({ status }) => <SaleStatus status={status} /> },
          { head: t("customer"), cell: ({ customer }) => <bdi>{customer?.name}</bdi> },
          { head: t("store"), cell: ({ store }) => <bdi>{store.name}</bdi> },
          {
            head: t("time"),
            isSortable: true,
            cell: ({ soldAt, store }) => <Moment time={soldAt} timeZone={zoneOf(store.id)} />,
          },
          { head: t("total"), isNumber: true, cell: ({ total }) => money(total) },
          { head: t("stamps"), isNumber: true, cell: (row) => format.number(row.stampsEarned) },
        ]}
        panel={(id, panelProps) => (Number(id) ? <Panel id={Number(id)} {...panelProps} /> : null)}
      />
    </>
  );
}

/**
 * Filters of sales, each in the address. A business day is a day in its store's time zone, so no zone is
 * shown.
 */
function SaleFilters() {
  const t = useTranslations("sales");
  const { me } = useDesk();
  const { get, replace } = useAddress();
  return (
    <Filters label={t("filters")}>
      <SortFilter />
      <StoreFilter />
      <PeriodFilter zones={{ timeZone: me.merchant.timezone }} hasNote={false} />
      <NativeSelect
        label={t("status")}
        value={get("status")}
        onChange={({ currentTarget }) => replace({ status: currentTarget.value })}
        data={[
          { value: "", label: t("all") },
          ...saleStatuses.map((status) => ({ value: status, label: t(status) })),
        ]}
      />
      <ActorFilter name="who" seen={[]} />
      <NativeSelect
        label={t("source")}
        value={get("source")}
        onChange={({ currentTarget }) => replace({ source: currentTarget.value })}
        data={[
          { value: "", label: t("all") },
          { value: "staff", label: t("sourceStaff") },
        ]}
      />
      <TextFilter name="stamps" label={t("leastStamps")} />
      <CustomerFilter />
      <TextFilter name="invoice" label={t("invoice")} />
    </Filters>
  );
}
