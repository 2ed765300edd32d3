"use client";
import Link from "next/link";
import { useFormatter, useTranslations } from "use-intl/react";
import type { Outputs } from "../../rpc/client.ts";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Day, Moment } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import css from "../../ui/ui.module.css";
import { useDesk } from "../session/desk.tsx";

export type SaleProps = { sale: Outputs["staff"]["sales"]["get"] };

/** The facts of a sale: its total, customer, store and time, and whether it was canceled. */
export function SaleFacts({ sale }: SaleProps) {
  const t = useTranslations("sales");
  const actors = useTranslations("redemptions");
  const format = useFormatter();
  const { zoneOf, me } = useDesk();
  const money = useMoney(me.merchant.currency);
  const timeZone = zoneOf(sale.store.id);
  const { customer, canceledBy } = sale;
  return (
    <Card title={t("details")}>
      <Facts
        facts={[
          [
            t("customer"),
            customer && (
              <Link key="customer" className={css.link} href={`/customers/${customer.id}`}>
                <bdi>{customer.name}</bdi>
              </Link>
            ),
          ],
          [t("total"), <strong key="total">{money(sale.total)}</strong>],
          [t("subtotal"), sale.subtotal && money(sale.subtotal)],
          [t("discount"), sale.discount && money(sale.discount)],
          [t("serviceCharge"), sale.serviceCharge && money(sale.serviceCharge)],
          [t("tax"), sale.tax && money(sale.tax)],
          [t("stamps"), format.number(sale.stampsEarned)],
          [t("store"), <bdi key="store">{sale.store.name}</bdi>],
          [t("day"), <Day key="day" on={sale.businessDay} />],
          [t("time"), <Moment key="time" time={sale.soldAt} timeZone={timeZone} />],
          [t("people"), sale.people ? format.number(sale.people) : null],
          [t("employee"), sale.employeeCode && <bdi key="employee">{sale.employeeCode}</bdi>],
          [
            t("canceledAt"),
            sale.canceledAt && <Moment key="canceled" time={sale.canceledAt} timeZone={timeZone} />,
          ],
          [t("canceledBy"), canceledBy && (canceledBy.name ?? actors(canceledBy.kind))],
          [t("cancelReason"), sale.cancelReason && <bdi key="reason">{sale.cancelReason}</bdi>],
        ]}
      />
    </Card>
  );
}
