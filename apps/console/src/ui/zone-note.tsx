"use client";
import { useSyncExternalStore } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import css from "./ui.module.css";

/** The zone in which days are counted, and the zones of the times shown beside them. */
export type Zones = { readonly timeZone: string; readonly beside?: readonly string[] };

const never = () => () => undefined;
const zoneOfBrowser = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Shows the time zone in which days are counted, if the browser or a displayed time uses a different one. */
export function ZoneNote({ timeZone, beside = [] }: Zones) {
  const t = useTranslations("list");
  const locale = useLocale();
  const own = useSyncExternalStore<string | null>(never, zoneOfBrowser, () => null);
  if (own === null || [own, ...beside].every((zone) => zone === timeZone)) return null;
  return (
    <p className={`${css.quiet} ${css.small} ${css.note}`}>
      {t("zone", { zone: zoneName(timeZone, locale, "longGeneric") })}
    </p>
  );
}

/** Returns a zone's name at a moment, by default now: "Western Indonesia Time", or "WIB" for `short`. */
export function zoneName(
  timeZone: string,
  locale: string,
  timeZoneName: "longGeneric" | "short",
  moment?: Date,
): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts(moment);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
