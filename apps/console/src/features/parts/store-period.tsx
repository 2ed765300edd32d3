"use client";
import { PeriodFilter } from "../../ui/list/period-filter.tsx";
import { useAddress } from "../../ui/use-address.ts";
import type { Zones } from "../../ui/zone-note.tsx";
import { useDesk } from "../session/desk.tsx";

/**
 * The zone in which the service counts days: the chosen store's, else the merchant's. Without a store,
 * `beside` has the zones of all stores, whose times the list shows.
 */
export function useZonesOf(storeId: number | null): Zones {
  const { me, zoneOf } = useDesk();
  return storeId === null
    ? { timeZone: me.merchant.timezone, beside: me.stores.map(({ timezone }) => timezone) }
    : { timeZone: zoneOf(storeId) };
}

/** The first and last day, by the calendar of the store in the address. */
export function StorePeriod() {
  const { get } = useAddress();
  return <PeriodFilter zones={useZonesOf(Number(get("store")) || null)} />;
}
