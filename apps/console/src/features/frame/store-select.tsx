"use client";
import { IconBuildingStore, IconSelector } from "@tabler/icons-react";
import { useTranslations } from "use-intl/react";
import { useDesk } from "../session/desk.tsx";
import css from "./store-select.module.css";

/** Chooses the store in which the person works. A plain select: Mantine's would add scripts to every page. */
export function StoreSelect() {
  const t = useTranslations("frame");
  const { stores, store, setStore } = useDesk();
  return (
    <span className={css.box}>
      <IconBuildingStore size={18} stroke={1.7} aria-hidden />
      <select
        className={css.stores}
        aria-label={t("store")}
        title={t("store")}
        value={String(store?.id ?? "")}
        onChange={({ currentTarget }) => setStore(Number(currentTarget.value))}
      >
        {stores.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <IconSelector size={16} stroke={1.5} aria-hidden />
    </span>
  );
}
