"use client";
import { useTranslations } from "use-intl/react";
import { useMoney } from "../../../ui/money.ts";
import { useDesk } from "../../session/desk.tsx";
import { stampsOf } from "../state/basket.ts";
import type { Basket, Card } from "../state/types.ts";
import type { Preview } from "../use/preview.ts";
import css from "./afterwards.module.css";
import { remainder, stampsShortOf } from "./problems.ts";

type AfterwardsProps = { basket: Basket; card: Card; preview: Preview | undefined };

/**
 * The stamps and balances after the confirmation, or the number of stamps that the customer lacks. The stamps
 * are "…" while it is not known what the sale earns.
 */
export function Afterwards({ basket, card, preview }: AfterwardsProps) {
  const t = useTranslations("till");
  const money = useMoney(useDesk().me.merchant.currency);
  const short = stampsShortOf(basket, card);
  if (short) return <p className={css.short}>{t("shortInAll", { count: short })}</p>;
  const earned = basket.sale ? (preview?.stampsEarned ?? null) : 0;
  const stamps = card.membership.stamps - stampsOf(basket, card.rewards);
  const balances = basket.lines.flatMap((line) => {
    const voucher =
      line.kind === "voucher" && line.value
        ? card.vouchers.find(({ id }) => id === line.id)
        : undefined;
    const left =
      voucher?.remainingValue && line.kind === "voucher" && line.value
        ? remainder(voucher.remainingValue, line.value)
        : null;
    return voucher && left !== null ? [{ name: voucher.name, id: voucher.id, left }] : [];
  });
  return (
    <dl className={css.after} aria-label={t("afterwards")}>
      <div>
        <dt>{t("afterwards")}</dt>
        <dd>{earned === null ? "…" : t("stamps", { count: stamps + earned })}</dd>
      </div>
      {balances.map(({ name, id, left }) => (
        <div key={id}>
          <dt>
            <bdi>{name}</bdi>
          </dt>
          <dd>{t("left", { value: money(left) })}</dd>
        </div>
      ))}
    </dl>
  );
}
