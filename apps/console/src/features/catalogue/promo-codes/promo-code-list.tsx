"use client";
import { IconPercentage } from "@tabler/icons-react";
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
import { hoursOf, PromoCodeState, Uses } from "./promo-code-facts.tsx";

const Panel = dynamic(() => import("./promo-code-panel.tsx"), { ssr: false });

/** Lists promo codes, newest first. Many customers can use the same code. */
export function PromoCodeList() {
  const t = useTranslations("catalogue");
  const { may } = useDesk();
  const words = useCsvWords(() => ({}));
  const filter = useItemFilter();
  const list = trpc.staff.catalogue.promoCodes.list.useInfiniteQuery(filter, byPages);
  return (
    <ItemList
      list={list}
      titleHead={t("code")}
      titleOf={({ code }) => code}
      hintOf={({ name }) => name}
      columns={[
        { head: t("state"), cell: (row) => <PromoCodeState promoCode={row} /> },
        {
          head: t("when"),
          cell: (row) => (
            <>
              <Period from={row.startDate} to={row.endDate} />
              <div>{hoursOf(row)}</div>
            </>
          ),
        },
        { head: t("uses"), isNamed: true, cell: (row) => <Uses promoCode={row} /> },
        {
          head: t("stores"),
          cell: ({ stores }) => <StoreNames stores={stores} />,
        },
      ]}
      filters={<ItemFilters hasState />}
      isFiltered={filter.text !== "" || filter.isActive !== null}
      csv={
        <CsvButton
          procedure="staff.catalogue.promoCodes.csv"
          pageOf={(api, page) =>
            api.staff.catalogue.promoCodes.csv.query({ ...filter, words, ...page })
          }
        />
      }
      add={
        may("staff.catalogue.promoCodes.create")
          ? { href: "/catalogue/promo-codes/new", text: t("addPromoCode") }
          : null
      }
      empty={{
        icon: IconPercentage,
        title: t("noPromoCodes"),
        advice: t("noPromoCodesAdvice"),
      }}
      panel={(props) => <Panel {...props} />}
    />
  );
}
