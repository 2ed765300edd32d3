"use client";
import { NativeSelect, TextInput } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { Filters } from "../../ui/filters.tsx";
import { useAddress } from "../../ui/use-address.ts";
import { useDesk } from "../session/desk.tsx";

export const kinds = [
  "reward",
  "rewards",
  "voucher",
  "voucher_code",
  "voucher_value",
  "promo_code",
] as const;
export type Kind = (typeof kinds)[number];

/** Which redemptions. Each filter stands in the address, so that a list can be shared. */
export function RedemptionFilters() {
  const t = useTranslations("redemptions");
  const { me } = useDesk();
  const { get, replace } = useAddress();
  const all = { value: "", label: t("all") };
  return (
    <Filters label={t("filters")}>
      {me.stores.length > 1 ? (
        <NativeSelect
          label={t("store")}
          value={get("store")}
          onChange={({ currentTarget }) => replace({ store: currentTarget.value })}
          data={[all, ...me.stores.map(({ id, name }) => ({ value: String(id), label: name }))]}
        />
      ) : null}
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
      <NativeSelect
        label={t("by")}
        value={get("who")}
        onChange={({ currentTarget }) => replace({ who: currentTarget.value })}
        data={[all, { value: `staff:${me.person.id}`, label: t("me") }]}
      />
      <TextInput
        key={get("invoice")}
        label={t("invoice")}
        defaultValue={get("invoice")}
        onBlur={({ currentTarget }) => replace({ invoice: currentTarget.value.trim() })}
        onKeyDown={({ key, currentTarget }) => {
          if (key === "Enter") replace({ invoice: currentTarget.value.trim() });
        }}
      />
    </Filters>
  );
}
