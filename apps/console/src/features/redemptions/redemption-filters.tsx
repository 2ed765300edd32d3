"use client";
import { NativeSelect } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { Filters } from "../../ui/list/filters.tsx";
import { SortFilter } from "../../ui/list/sort.tsx";
import { TextFilter } from "../../ui/list/text-filter.tsx";
import { useAddress } from "../../ui/use-address.ts";
import { type Actor, ActorFilter } from "../parts/actor-filter.tsx";
import { CatalogueFilter } from "../parts/catalogue-filter.tsx";
import { CustomerFilter } from "../parts/customer-filter.tsx";
import { StoreFilter } from "../parts/store-filter.tsx";
import { StorePeriod } from "../parts/store-period.tsx";

export const kinds = [
  "reward",
  "rewards",
  "voucher",
  "voucher_code",
  "voucher_value",
  "promo_code",
] as const;
export type Kind = (typeof kinds)[number];

type RedemptionFiltersProps = {
  /** The people and tokens in the rows. */
  actors: readonly Actor[];
};

/** Filters of redemptions. Each is in the address, so that a list can be shared. */
export function RedemptionFilters({ actors }: RedemptionFiltersProps) {
  const t = useTranslations("redemptions");
  const { get, replace } = useAddress();
  const all = { value: "", label: t("all") };
  return (
    <Filters
      label={t("filters")}
      isMoreUsed={["reward", "template", "customer", "invoice"].some((name) => get(name) !== "")}
      more={
        <>
          <CatalogueFilter name="reward" />
          <CatalogueFilter name="template" />
          <CustomerFilter />
          <TextFilter name="invoice" label={t("invoice")} />
        </>
      }
    >
      <SortFilter />
      <StoreFilter />
      <StorePeriod />
      <ActorFilter name="who" seen={actors} />
      <NativeSelect
        label={t("kind")}
        value={get("kind")}
        onChange={({ currentTarget }) => replace({ kind: currentTarget.value })}
        data={[all, ...kinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))]}
      />
      <NativeSelect
        label={t("status")}
        value={get("status")}
        onChange={({ currentTarget }) => replace({ status: currentTarget.value })}
        data={[
          all,
          { value: "Created", label: t("Created") },
          { value: "Canceled", label: t("Canceled") },
        ]}
      />
    </Filters>
  );
}
