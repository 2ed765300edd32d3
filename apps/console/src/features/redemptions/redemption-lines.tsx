"use client";
import Link from "next/link";
import { useFormatter, useTranslations } from "use-intl/react";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Moment } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import css from "../../ui/ui.module.css";
import { useDesk } from "../session/desk.tsx";
import type { RedemptionProps } from "./redemption-facts.tsx";

/** The redeemed items. */
export function RedemptionLines({ redemption }: RedemptionProps) {
  const t = useTranslations("redemptions");
  const money = useMoney(useDesk().me.merchant.currency);
  return (
    <Card title={t("lines")}>
      <ul style={{ margin: 0, paddingInlineStart: 20 }}>
        {redemption.lines.map((line) => (
          <li key={line.line}>
            {line.thing === "voucher" ? (
              <Link className={css.link} href={`/vouchers/${line.thingId}`}>
                <bdi>{line.name}</bdi>
              </Link>
            ) : (
              <bdi>{line.name}</bdi>
            )}
            {line.qty > 1 ? ` × ${line.qty}` : null}
            {line.stampsUsed ? `, ${t("stampsOf", { count: line.stampsUsed })}` : null}
            {line.value ? `, ${money(line.value)}` : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The changes of stamps and of voucher balances. */
export function LedgerEntries({ redemption }: RedemptionProps) {
  const t = useTranslations("redemptions");
  const format = useFormatter();
  const { zoneOf, me } = useDesk();
  const money = useMoney(me.merchant.currency);
  const timeZone = zoneOf(redemption.store?.id);
  const moment = (time: string) => <Moment time={time} timeZone={timeZone} />;
  const signed = (delta: number) => format.number(delta, { signDisplay: "always" });
  if (!redemption.stampEntries.length && !redemption.valueEntries.length) return null;
  return (
    <Card title={t("ledger")}>
      <Facts
        facts={[
          ...redemption.stampEntries.map(
            ({ cause, delta, createdAt }) =>
              [
                t(`causes.${cause === "cancellation" ? "cancellation" : "redemption"}`),
                <span key={cause}>
                  {t("stampsDelta", { delta: signed(delta), count: delta })} · {moment(createdAt)}
                </span>,
              ] as const,
          ),
          ...redemption.valueEntries.map(
            ({ cause, delta, createdAt, voucherId }) =>
              [
                `${t(`causes.${cause === "cancellation" ? "cancellation" : "redemption"}`)} · #${voucherId}`,
                <span key={cause}>
                  {money(delta)} · {moment(createdAt)}
                </span>,
              ] as const,
          ),
        ]}
      />
    </Card>
  );
}

/** The vouchers that the redemption issued. */
export function IssuedVouchers({ redemption }: RedemptionProps) {
  const t = useTranslations("redemptions");
  if (!redemption.issued.length) return null;
  return (
    <Card title={t("vouchers")}>
      {redemption.issued.map((voucher) => (
        <p key={voucher.id} style={{ margin: 0 }}>
          <Link className={css.link} href={`/vouchers/${voucher.id}`}>
            <bdi>{voucher.name}</bdi>
          </Link>{" "}
          <bdi className={css.quiet}>{voucher.code}</bdi>
        </p>
      ))}
    </Card>
  );
}
