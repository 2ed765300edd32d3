"use client";
import { PeriodFilter } from "../../ui/list/period-filter.tsx";
import { useAddress } from "../../ui/use-address.ts";
import type { Zones } from "../../ui/zone-note.tsx";
import { useDesk } from "../session/desk.tsx";

/**
 * Returns the time zone in which the service counts days: the chosen store's, or without a store the
 * merchant's. In the second case, `beside` has the zones of all stores, because the list shows their times.
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
