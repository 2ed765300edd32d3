"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../rpc/client.ts";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Day } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import css from "../../ui/ui.module.css";
import { useDesk } from "../session/desk.tsx";

export type VoucherProps = { voucher: Outputs["staff"]["vouchers"]["get"] };

/** The facts of a voucher: its code, customer, amounts, days and terms. */
export function VoucherFacts({ voucher }: VoucherProps) {
  const t = useTranslations("voucher");
  const money = useMoney(useDesk().me.merchant.currency);
  const { code, customer, value, remainingValue, startDate, endDate } = voucher;
  return (
    <Card title={t("details")}>
      <Facts
        facts={[
          [t("code"), <bdi key="code">{code}</bdi>],
          [
            t("customer"),
            customer ? (
              <Link key="customer" className={css.link} href={`/customers/${customer.id}`}>
                <bdi>{customer.name}</bdi>
              </Link>
            ) : (
              t("nobody")
            ),
          ],
          [t("value"), value && money(value)],
          [t("left"), remainingValue && money(remainingValue)],
          [t("from"), startDate && <Day key="from" on={startDate} />],
          [t("until"), endDate && <Day key="until" on={endDate} />],
          [t("terms"), voucher.termsAndConditions],
        ]}
      />
    </Card>
  );
}
