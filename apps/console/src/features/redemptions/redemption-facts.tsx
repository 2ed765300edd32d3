"use client";
import Link from "next/link";
import { useFormatter, useTranslations } from "use-intl/react";
import type { Outputs } from "../../rpc/client.ts";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Moment } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import css from "../../ui/ui.module.css";
import { RedemptionStatus } from "../parts/redemption-status.tsx";
import { useDesk } from "../session/desk.tsx";

export type RedemptionProps = { redemption: Outputs["staff"]["redemptions"]["get"] };

/** What was redeemed, for whom, where, by whom, and whether it was canceled. */
export function RedemptionFacts({ redemption }: RedemptionProps) {
  const t = useTranslations("redemptions");
  const format = useFormatter();
  const { zoneOf, me } = useDesk();
  const money = useMoney(me.merchant.currency);
  const timeZone = zoneOf(redemption.store?.id);
  const moment = (time: string) => <Moment time={time} timeZone={timeZone} />;
  return (
    <Card>
      <Facts
        facts={[
          [t("what"), <bdi key="name">{redemption.name}</bdi>],
          [t("status"), <RedemptionStatus key="status" status={redemption.status} />],
          [
            t("customer"),
            <Link key="customer" className={css.link} href={`/customers/${redemption.customer.id}`}>
              <bdi>{redemption.customer.name}</bdi>
            </Link>,
          ],
          [t("stamps"), redemption.stampsUsed ? format.number(redemption.stampsUsed) : null],
          [t("value"), redemption.value && money(redemption.value)],
          [t("store"), <bdi key="store">{redemption.store?.name}</bdi>],
          [
            t("invoice"),
            redemption.invoiceNumber && <bdi key="invoice">{redemption.invoiceNumber}</bdi>,
          ],
          [t("kind"), t(`kinds.${redemption.kind}`)],
          [t("by"), redemption.redeemedBy.name ?? t(redemption.redeemedBy.kind)],
          [t("time"), moment(redemption.createdAt)],
          [t("canceledAt"), redemption.canceledAt && moment(redemption.canceledAt)],
          [
            t("canceledBy"),
            redemption.canceledBy && (redemption.canceledBy.name ?? t(redemption.canceledBy.kind)),
          ],
          [
            t("cancelReason"),
            redemption.cancelReason && <bdi key="reason">{redemption.cancelReason}</bdi>,
          ],
          [
            t("replacement"),
            redemption.replacement && (
              <Link
                key="replacement"
                className={css.link}
                href={`/vouchers/${redemption.replacement.id}`}
              >
                <bdi>{redemption.replacement.code}</bdi>
              </Link>
            ),
          ],
        ]}
      />
    </Card>
  );
}
