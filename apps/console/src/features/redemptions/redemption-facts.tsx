"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../rpc/client.ts";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Moment } from "../../ui/moment.tsx";
import css from "../../ui/ui.module.css";
import { useDesk } from "../session/desk.tsx";

export type RedemptionProps = { redemption: Outputs["staff"]["redemptions"]["get"] };

/**
 * The facts of a redemption: its customer, store, kind, channel, invoice and time, and the voucher that its
 * cancellation issued.
 */
export function RedemptionFacts({ redemption }: RedemptionProps) {
  const t = useTranslations("redemptions");
  const channels = useTranslations("catalogue.channels");
  const { zoneOf } = useDesk();
  const { customer, store, invoiceNumber, replacement } = redemption;
  const channel = String(redemption.channel ?? "") as Parameters<typeof channels.has>[0];
  return (
    <Card title={t("details")}>
      <Facts
        facts={[
          [
            t("customer"),
            <Link key="customer" className={css.link} href={`/customers/${customer.id}`}>
              <bdi>{customer.name}</bdi>
            </Link>,
          ],
          [t("store"), <bdi key="store">{store.name}</bdi>],
          [t("kind"), t(`kinds.${redemption.kind}`)],
          [t("channel"), channels.has(channel) ? channels(channel) : null],
          [t("invoice"), invoiceNumber && <bdi key="invoice">{invoiceNumber}</bdi>],
          [
            t("time"),
            <Moment
              key="time"
              isExact
              time={redemption.createdAt}
              timeZone={zoneOf(redemption.store.id)}
            />,
          ],
          [
            t("replacement"),
            replacement && (
              <Link key="replacement" className={css.link} href={`/vouchers/${replacement.id}`}>
                <bdi>{replacement.code}</bdi>
              </Link>
            ),
          ],
        ]}
      />
    </Card>
  );
}
