"use client";
import { useTranslations } from "use-intl/react";
import { useDesk } from "./desk.tsx";

/**
 * Returns a function that writes the names of stores. An empty list or null means every store. Stores that
 * this person does not see are shown by number.
 */
export function useStoreNames() {
  const t = useTranslations("storeChoice");
  const { me } = useDesk();
  return (stores: readonly number[] | null) =>
    stores?.length
      ? stores.map((id) => me.stores.find((store) => store.id === id)?.name ?? `#${id}`).join(", ")
      : t("every");
}
