"use client";
import { IconReceipt2 } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { byPages, rowsOf } from "../../ui/list/pages.ts";
import { PanelList } from "../../ui/list/panel-list.tsx";
import { useCsvWords } from "../../ui/list/use-csv-words.ts";
import { useSort } from "../../ui/list/use-sort.ts";
import { Moment } from "../../ui/moment.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import css from "../../ui/ui.module.css";
import { useAddress } from "../../ui/use-address.ts";
import { actorIn } from "../parts/actor-filter.tsx";
import { CsvButton } from "../parts/csv-button.tsx";
import { customerIn } from "../parts/customer-filter.tsx";
import { RedemptionStatus } from "../parts/redemption-status.tsx";
import { useDesk } from "../session/desk.tsx";
import { kinds, RedemptionFilters } from "./redemption-filters.tsx";
import { RedemptionTabs } from "./redemption-tabs.tsx";

const Panel = dynamic(() => import("./redemption-panel.tsx"), { ssr: false });

const statuses = ["Created", "Canceled"] as const;

/** Returns the filters in the address, as the service's input. */
function useFilter() {
  const { get } = useAddress();
  const { sort } = useSort();
  return {
    sort,
    from: get("from"),
    to: get("to"),
    storeId: Number(get("store")) || null,
    kind: kinds.find((kind) => kind === get("kind")) ?? null,
    status: statuses.find((status) => status === get("status")) ?? null,
    who: actorIn(get("who")),
    customerId: customerIn(get("customer")),
    invoiceNumber: get("invoice"),
    rewardId: Number(get("reward")) || null,
    templateId: Number(get("template")) || null,
  };
}

/** Redemptions by time, newest first unless sorted otherwise. */
export function RedemptionList() {
  const t = useTranslations("redemptions");
  const { zoneOf } = useDesk();
  const words = useCsvWords(({ redemptions: { kinds, Created, Canceled } }) => ({
    kind: kinds,
    status: { Created, Canceled },
  }));
  const filter = useFilter();
  const list = trpc.staff.redemptions.list.useInfiniteQuery(filter, byPages);
  const rows = rowsOf(list);
  return (
    <>
      <PageTitle title={t("title")}>
        <CsvButton
          procedure="staff.redemptions.csv"
          pageOf={(api, page) => api.staff.redemptions.csv.query({ ...filter, words, ...page })}
        />
      </PageTitle>
      <RedemptionTabs />
      <RedemptionFilters
        actors={rows.flatMap(({ redeemedBy, canceledBy }) =>
          canceledBy ? [redeemedBy, canceledBy] : [redeemedBy],
        )}
      />
      <PanelList
        query={list}
        rows={rows}
        empty={{ icon: IconReceipt2, title: t("empty"), advice: t("emptyAdvice") }}
        idOf={({ id }) => id}
        titleHead={t("what")}
        titleOf={({ name }) => name}
        noteOf={({ id }) => <span className={css.quiet}>#{id}</span>}
        columns={[
          { head: t("status"), cell: (row) => <RedemptionStatus status={row.status} /> },
          { head: t("customer"), cell: (row) => <bdi>{row.customer.name}</bdi> },
          { head: t("store"), cell: (row) => <bdi>{row.store?.name}</bdi> },
          {
            head: t("by"),
            isNamed: true,
            cell: (row) => <bdi>{row.redeemedBy.name ?? t(row.redeemedBy.kind)}</bdi>,
          },
          {
            head: t("time"),
            isSortable: true,
            cell: (row) => <Moment time={row.createdAt} timeZone={zoneOf(row.store?.id)} />,
          },
        ]}
        panel={(id, panelProps) => (Number(id) ? <Panel id={Number(id)} {...panelProps} /> : null)}
      />
    </>
  );
}
