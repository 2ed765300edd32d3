"use client";
import { IconGift } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { byPages } from "../../../ui/list/pages.ts";
import { useCsvWords } from "../../../ui/list/use-csv-words.ts";
import { CsvButton } from "../../parts/csv-button.tsx";
import { useDesk } from "../../session/desk.tsx";
import { Period, StoreNames } from "../item-facts.tsx";
import { ItemFilters, useItemFilter } from "../item-filters.tsx";
import { ItemList } from "../item-list.tsx";
import { ItemState } from "../item-state.tsx";
import { RewardPrice } from "./reward-facts.tsx";

const Panel = dynamic(() => import("./reward-panel.tsx"), { ssr: false });

/** Rewards for stamps, newest first. */
export function RewardList() {
  const t = useTranslations("catalogue");
  const { may } = useDesk();
  const words = useCsvWords(({ catalogue: { fixed, flexible } }) => ({
    kind: { fixed, flexible },
  }));
  const filter = useItemFilter();
  const list = trpc.staff.catalogue.rewards.list.useInfiniteQuery(filter, byPages);
  return (
    <ItemList
      list={list}
      titleHead={t("name")}
      titleOf={({ name }) => name}
      hintOf={({ code }) => code}
      columns={[
        { head: t("state"), cell: (row) => <ItemState item={row} /> },
        { head: t("price"), isNumber: true, cell: (row) => <RewardPrice reward={row} /> },
        {
          head: t("gives"),
          isNamed: true,
          cell: ({ voucherTemplateName }) =>
            voucherTemplateName ? <bdi>{voucherTemplateName}</bdi> : null,
        },
        {
          head: t("when"),
          cell: ({ startDate, endDate }) => <Period from={startDate} to={endDate} />,
        },
        {
          head: t("stores"),
          cell: ({ stores }) => <StoreNames stores={stores} />,
        },
      ]}
      filters={<ItemFilters hasState />}
      isFiltered={filter.text !== "" || filter.isActive !== null}
      csv={
        <CsvButton
          procedure="staff.catalogue.rewards.csv"
          pageOf={(api, page) =>
            api.staff.catalogue.rewards.csv.query({ ...filter, words, ...page })
          }
        />
      }
      add={
        may("staff.catalogue.rewards.create")
          ? { href: "/catalogue/rewards/new", text: t("addReward") }
          : null
      }
      empty={{
        icon: IconGift,
        title: t("noRewards"),
        advice: t("noRewardsAdvice"),
      }}
      panel={(props) => <Panel {...props} />}
    />
  );
}
