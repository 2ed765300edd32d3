"use client";
import { IconTicket } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { byPages } from "../../../ui/list/pages.ts";
import { useCsvWords } from "../../../ui/list/use-csv-words.ts";
import { CsvButton } from "../../parts/csv-button.tsx";
import { useDesk } from "../../session/desk.tsx";
import { StoreNames } from "../item-facts.tsx";
import { ItemFilters, useItemFilter } from "../item-filters.tsx";
import { ItemList } from "../item-list.tsx";
import { TemplateValue, Validity } from "./voucher-template-facts.tsx";

const Panel = dynamic(() => import("./voucher-template-panel.tsx"), { ssr: false });

/** Templates of vouchers, newest first. */
export function VoucherTemplateList() {
  const t = useTranslations("catalogue");
  const { may } = useDesk();
  const words = useCsvWords(() => ({}));
  const { text } = useItemFilter();
  const list = trpc.staff.catalogue.voucherTemplates.list.useInfiniteQuery({ text }, byPages);
  return (
    <ItemList
      list={list}
      titleHead={t("name")}
      titleOf={({ name }) => name}
      columns={[
        { head: t("value"), cell: (row) => <TemplateValue template={row} /> },
        { head: t("validity"), cell: ({ validityDays }) => <Validity days={validityDays} /> },
        {
          head: t("stores"),
          cell: ({ stores }) => <StoreNames stores={stores} />,
        },
      ]}
      filters={<ItemFilters />}
      isFiltered={text !== ""}
      csv={
        <CsvButton
          procedure="staff.catalogue.voucherTemplates.csv"
          pageOf={(api, page) =>
            api.staff.catalogue.voucherTemplates.csv.query({ text, words, ...page })
          }
        />
      }
      add={
        may("staff.catalogue.voucherTemplates.create")
          ? { href: "/catalogue/voucher-templates/new", text: t("addVoucherTemplate") }
          : null
      }
      empty={{
        icon: IconTicket,
        title: t("noVoucherTemplates"),
        advice: t("noVoucherTemplatesAdvice"),
      }}
      panel={(props) => <Panel {...props} />}
    />
  );
}
