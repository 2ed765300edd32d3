"use client";
import { Moment } from "../../ui/moment.tsx";
import { useDesk } from "../session/desk.tsx";

type StoreMomentProps = { time: string; storeId: number | undefined };

/** A time in its store's zone. Shows the zone's short name if the merchant's zone is another one. */
export function StoreMoment({ time, storeId }: StoreMomentProps) {
  const { me, zoneOf } = useDesk();
  return <Moment time={time} timeZone={zoneOf(storeId)} usualZone={me.merchant.timezone} />;
}
