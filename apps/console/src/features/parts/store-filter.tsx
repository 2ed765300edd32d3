"use client";
import { NativeSelect } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useAddress } from "../../ui/use-address.ts";
import { useDesk } from "../session/desk.tsx";

/**
 * Filters by `store` in the address. A store that the person does not see is also shown, so that it can be
 * cleared.
 */
export function StoreFilter() {
  const t = useTranslations("redemptions");
  const { stores } = useDesk().me;
  const { get, replace } = useAddress();
  const chosen = Number(get("store")) || null;
  const isKnown = chosen === null || stores.some(({ id }) => id === chosen);
  if (stores.length < 2 && chosen === null) return null;
  return (
    <NativeSelect
      label={t("storesShown")}
      value={String(chosen ?? "")}
      onChange={({ currentTarget }) => replace({ store: currentTarget.value })}
      data={[
        { value: "", label: t("allStores") },
        ...stores.map(({ id, name }) => ({ value: String(id), label: name })),
        ...(isKnown ? [] : [{ value: String(chosen), label: `#${chosen}` }]),
      ]}
    />
  );
}
