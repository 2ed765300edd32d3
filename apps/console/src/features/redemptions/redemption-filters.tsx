"use client";
import { NativeSelect } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../rpc/client.ts";
import { Filters } from "../../ui/list/filters.tsx";
import { SortFilter } from "../../ui/list/sort-filter.tsx";
import { TextFilter } from "../../ui/list/text-filter.tsx";
import { useAddress } from "../../ui/use-address.ts";
import { StoreFilter } from "../parts/store-filter.tsx";
import { StorePeriod } from "../parts/store-period.tsx";
import { useDesk } from "../session/desk.tsx";
import { SubjectFilters } from "./subject-filters.tsx";

type Actor = Outputs["staff"]["redemptions"]["list"]["items"][number]["redeemedBy"];

export const kinds = [
  "reward",
  "rewards",
  "voucher",
  "voucher_code",
  "voucher_value",
  "promo_code",
] as const;
export type Kind = (typeof kinds)[number];

/** Returns the text if it names a person or a token, such as `token:7`. Otherwise null. */
export function whoIn(text: string): string | null {
  return /^(staff|token):[\w-]+$/.test(text) ? text : null;
}

type RedemptionFiltersProps = {
  /** The people and tokens in the rows. The filter reads the chosen person's or token's name from them. */
  actors: readonly Actor[];
};

/** Filters of redemptions. Each is in the address, so that a list can be shared. */
export function RedemptionFilters({ actors }: RedemptionFiltersProps) {
  const t = useTranslations("redemptions");
  const { me } = useDesk();
  const { get, replace } = useAddress();
  const own = `staff:${me.person.id}`;
  const who = whoIn(get("who"));
  const named = actors.find(({ kind, id }) => who === `${kind}:${id}`)?.name;
  const kind = who?.startsWith("token:") ? "token" : "staff";
  const others = who && who !== own ? [{ value: who, label: named ?? t(`other.${kind}`) }] : [];
  const all = { value: "", label: t("all") };
  return (
    <Filters
      label={t("filters")}
      isMoreUsed={["reward", "template", "who", "invoice"].some((name) => get(name) !== "")}
      more={
        <>
          <SubjectFilters />
          <NativeSelect
            label={t("by")}
            value={who ?? ""}
            onChange={({ currentTarget }) => replace({ who: currentTarget.value })}
            data={[all, { value: own, label: t("me") }, ...others]}
          />
          <TextFilter name="invoice" label={t("invoice")} />
        </>
      }
    >
      <SortFilter />
      <StoreFilter />
      <StorePeriod />
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
