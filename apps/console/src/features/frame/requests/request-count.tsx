"use client";
import { useTranslations } from "use-intl/react";
import css from "./request-count.module.css";
import { useRequests } from "./use-requests.ts";

/** The number of waiting requests, beside the name of the bookings' page. */
export function RequestCount() {
  const t = useTranslations("requests");
  const data = useRequests();
  const count = data?.items.length ?? 0;
  if (!count) return null;
  return (
    <span className={css.count}>
      <span aria-hidden>{data?.nextCursor ? `${count}+` : count}</span>
      <span className={css.unseen}>{t("waiting", { count })}</span>
    </span>
  );
}
