"use client";
import { PeriodFilter } from "../../ui/day-filter.tsx";
import { useAddress } from "../../ui/use-address.ts";
import type { Zones } from "../../ui/zone-note.tsx";
import { useDesk } from "../session/desk.tsx";

/** Whose days the service counts by: the chosen store's, else the merchant's, beside times of every store. */
export function useZonesOf(storeId: number | null): Zones {
  const { me, zoneOf } = useDesk();
  return storeId === null
    ? { timeZone: me.merchant.timezone, beside: me.stores.map(({ timezone }) => timezone) }
    : { timeZone: zoneOf(storeId) };
}

/** From which day to which, by the calendar of the store in the address. */
export function StorePeriod() {
  const { get } = useAddress();
  return <PeriodFilter zones={useZonesOf(Number(get("store")) || null)} />;
}
