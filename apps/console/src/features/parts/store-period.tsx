"use client";
import { PeriodFilter } from "../../ui/list/period-filter.tsx";
import { useAddress } from "../../ui/use-address.ts";
import type { Zones } from "../../ui/zone-note.tsx";
import { useDesk } from "../session/desk.tsx";

/**
 * Returns the time zone in which the service counts days: that of the chosen store. Without a store, returns
 * the merchant's zone, and in `beside` the zones of all stores, because each row shows its store's time.
 */
export function useZonesOf(storeId: number | null): Zones {
  const { me, zoneOf } = useDesk();
  return storeId === null
    ? { timeZone: me.merchant.timezone, beside: me.stores.map(({ timezone }) => timezone) }
    : { timeZone: zoneOf(storeId) };
}

/** Filters by the first and last day, in the time zone of the store in the address. */
export function StorePeriod() {
  const { get } = useAddress();
  return <PeriodFilter zones={useZonesOf(Number(get("store")) || null)} />;
}
