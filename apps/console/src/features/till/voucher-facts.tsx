"use client";
import { useTranslations } from "use-intl/react";
import { Day } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import { useDesk } from "../session/desk.tsx";
import css from "./till.module.css";

/** The last day of a voucher. */
export function Ends({ on }: { on: string }) {
  const t = useTranslations("till");
  return (
    <span className={css.whole}>
      {t("until")} <Day on={on} />
    </span>
  );
}

/** The rest of a voucher's balance; nothing for a voucher without a balance. */
export function Left({ value }: { value: string | null }) {
  const t = useTranslations("till");
  const money = useMoney(useDesk().me.merchant.currency);
  return value === null ? null : <span>{t("left", { value: money(value) })}</span>;
}
