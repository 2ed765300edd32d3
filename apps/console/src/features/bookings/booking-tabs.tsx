"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import css from "../../ui/ui.module.css";

type BookingTabsProps = {
  shown: "day" | "week" | "list";
  /** The first and the last day of the list. */
  span: { readonly from: string; readonly to: string };
  /** The day, or a day of the week, that the other two tabs show. By default the first day of `span`. */
  day?: string;
  /** The only store of the list; all stores without it. */
  storeId?: number | null;
};

/**
 * Tabs for a store's day and week, and for the list of bookings. The list shows `span`; the day and the week
 * show `day`.
 */
export function BookingTabs({ shown, span, day = span.from, storeId }: BookingTabsProps) {
  const t = useTranslations("bookings");
  const days = { ...span, store: storeId ? String(storeId) : "" };
  const tabs = [
    ["day", hrefOf("/bookings", { day }), t("showDay")],
    ["week", hrefOf("/bookings", { day, view: "week" }), t("showWeek")],
    ["list", hrefOf("/bookings/list", days), t("showList")],
  ] as const;
  return (
    <nav className={css.tabs} aria-label={t("views")}>
      {tabs.map(([name, href, label]) => (
        <Link key={name} href={href} aria-current={name === shown ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

function hrefOf(path: string, values: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value));
  return query.size ? `${path}?${query}` : path;
}
