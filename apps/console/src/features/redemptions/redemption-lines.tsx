"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { Card } from "../../ui/card.tsx";
import { useMoney } from "../../ui/money.ts";
import own from "../../ui/object/object.module.css";
import css from "../../ui/ui.module.css";
import { useDesk } from "../session/desk.tsx";
import type { RedemptionProps } from "./redemption-facts.tsx";

/** The redeemed items, each with its quantity, and its price in stamps or the amount taken. */
export function RedemptionLines({ redemption }: RedemptionProps) {
  const t = useTranslations("redemptions");
  const money = useMoney(useDesk().me.merchant.currency);
  return (
    <Card title={t("lines")}>
      <ul className={own.rows}>
        {redemption.lines.map((line) => (
          <li key={line.line}>
            <span>
              {line.thing === "voucher" ? (
                <Link className={css.link} href={`/vouchers/${line.thingId}`}>
                  <bdi>{line.name}</bdi>
                </Link>
              ) : (
                <bdi>{line.name}</bdi>
              )}
              {line.qty > 1 ? ` × ${line.qty}` : null}
            </span>
            <span>
              {[
                line.stampsUsed ? t("stampsOf", { count: line.stampsUsed }) : null,
                line.value ? money(line.value) : null,
              ]
                .filter(Boolean)
                .join(", ")}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The vouchers that the redemption issued; nothing if there are none. */
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
