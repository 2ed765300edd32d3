"use client";
import { Moment } from "../../ui/moment.tsx";
import { useDesk } from "../session/desk.tsx";

type StoreMomentProps = { time: string; storeId: number | undefined };

/** A time in its store's zone, with the zone's short name if it is not the merchant's. */
export function StoreMoment({ time, storeId }: StoreMomentProps) {
  const { me, zoneOf } = useDesk();
  return <Moment time={time} timeZone={zoneOf(storeId)} usualZone={me.merchant.timezone} />;
}
