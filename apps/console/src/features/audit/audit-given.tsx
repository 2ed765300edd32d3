"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import css from "../../ui/ui.module.css";
import { givenBy } from "./changes.ts";

type AuditGivenProps = {
  details: Readonly<Record<string, unknown>>;
  names: Readonly<Record<string, string>>;
  /** The row shows at most this many vouchers, then how many more there are. */
  most: number;
};

/** Records that were issued, generated or matched, and their customers, each with a link. */
export function AuditGiven({ details, names, most }: AuditGivenProps) {
  const t = useTranslations("audit");
  const { vouchers, job, customerId } = givenBy(details);
  const customer = (id: number) => (
    <Link className={css.link} href={`/customers/${id}`}>
      <bdi>{names[id] ?? t("subjects.customer", { id: String(id) })}</bdi>
    </Link>
  );
  return (
    <div className={css.small}>
      {vouchers.length ? t("vouchers", { count: vouchers.length }) : null}
      {vouchers.slice(0, most).map((one) => (
        <div key={one.id}>
          <Link className={css.link} href={`/vouchers/${one.id}`}>
            {t("subjects.voucher", { id: String(one.id) })}
          </Link>
          : {customer(one.customerId)}
        </div>
      ))}
      {vouchers.length > most ? (
        <div className={css.quiet}>{t("more", { count: vouchers.length - most })}</div>
      ) : null}
      {job ? (
        <Link className={css.link} href={`/catalogue/codes?open=${job.id}`}>
          {t("codes", { count: job.codes })}
        </Link>
      ) : null}
      {customerId === null ? null : customer(customerId)}
    </div>
  );
}
