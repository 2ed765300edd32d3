"use client";
import { IconGift, IconPercentage, IconTicket } from "@tabler/icons-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Moment } from "../../ui/moment.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Refusal, useRefusalWords } from "../../ui/refusal.tsx";
import { State } from "../../ui/state.tsx";
import { useDesk } from "../session/desk.tsx";
import type { Card, Choice } from "./choices.ts";
import { nameOf } from "./choices.ts";
import { Option } from "./option.tsx";
import css from "./till.module.css";
import { Ends, Left } from "./voucher-facts.tsx";

type CustomerCardProps = {
  card: Card;
  choices: readonly Choice[];
  active: number;
  onChoose: (choice: Choice) => void;
};

/** A customer with their stamps, and the items that can be redeemed here now. */
export function CustomerCard({ card, choices, active, onChoose }: CustomerCardProps) {
  const t = useTranslations("till");
  const { zoneOf } = useDesk();
  const wordsOf = useRefusalWords();
  const { customer, membership } = card;
  const indexOf = (key: string) => choices.findIndex((choice) => choice.key === key);
  const line = (key: string, children: ReactNode) => {
    const index = indexOf(key);
    const choice = choices[index];
    if (!choice)
      return (
        <div key={key} className={css.cannot}>
          {children}
        </div>
      );
    return (
      <Option key={key} index={index} active={active} onChoose={() => onChoose(choice)}>
        {children}
      </Option>
    );
  };
  // a list without any item to choose must not have the role of a list
  const list = choices.length
    ? { id: "till-list", role: "listbox", "aria-label": t("canRedeem") }
    : {};
  const open = card.vouchers.filter(({ id }) => indexOf(`voucher-${id}`) >= 0);
  const shut = card.vouchers.filter(({ id }) => indexOf(`voucher-${id}`) < 0);
  const enough = card.rewards.filter(({ id }) => indexOf(`reward-${id}`) >= 0);
  const short = card.rewards.filter(({ id }) => indexOf(`reward-${id}`) < 0);

  return (
    <section className={css.card} aria-label={customer.name}>
      <div className={css.person}>
        <div>
          <h2>
            <Link href={`/customers/${customer.id}`}>
              <bdi>{customer.name}</bdi>
            </Link>
          </h2>
          <p className={css.quiet}>
            <bdi>{membership.levelName}</bdi> ·{" "}
            <bdi>{customer.memberId ?? customer.mobileNumber ?? customer.email}</bdi>
          </p>
        </div>
        <p className={css.stamps}>
          <strong>{t("count", { count: membership.stamps })}</strong>{" "}
          {t("stampsWord", { count: membership.stamps })}
        </p>
      </div>
      {card.whyNot ? <Refusal failed={{ ...card.whyNot, field: null, errors: {} }} /> : null}
      {nameOf(card) ? null : (
        <Notice tone="warn">
          {t("nameless")} <Link href={`/customers/${customer.id}/edit`}>{t("openProfile")}</Link>
        </Notice>
      )}
      <div {...list} className={css.options}>
        {open.map((voucher) =>
          line(
            `voucher-${voucher.id}`,
            <>
              <IconTicket size={22} aria-hidden />
              <span className={css.grow}>
                <bdi className={css.name}>{voucher.name}</bdi>
                <span className={css.quiet}>
                  <bdi>{voucher.code}</bdi>
                  <Ends on={voucher.endDate} />
                </span>
              </span>
              <Left value={voucher.remainingValue} />
            </>,
          ),
        )}
        {enough.map((reward) =>
          line(
            `reward-${reward.id}`,
            <>
              <IconGift size={22} aria-hidden />
              <bdi className={`${css.grow} ${css.name}`}>{reward.name}</bdi>
              <span>
                {reward.kind === "flexible"
                  ? t("anyStamps")
                  : t("stamps", { count: reward.stampsToRedeem })}
              </span>
            </>,
          ),
        )}
        {card.whyNot
          ? null
          : line(
              "promo",
              <>
                <IconPercentage size={22} aria-hidden />
                <span className={`${css.grow} ${css.name}`}>{t("promo")}</span>
              </>,
            )}
      </div>
      {shut.length || short.length ? (
        <div className={css.options}>
          <h3 className={css.sub}>{t("notNow")}</h3>
          {short.map((reward) => (
            <div key={reward.id} className={css.cannot}>
              <IconGift size={22} aria-hidden />
              <bdi className={css.grow}>{reward.name}</bdi>
              <span>{reward.stampsShort ? t("short", { count: reward.stampsShort }) : null}</span>
            </div>
          ))}
          {shut.map((voucher) => (
            <div key={voucher.id} className={css.cannot}>
              <IconTicket size={22} aria-hidden />
              <bdi className={css.grow}>{voucher.name}</bdi>
              <span>{voucher.whyNot && wordsOf(voucher.whyNot).what}</span>
            </div>
          ))}
        </div>
      ) : null}
      {card.lastRedemptions.length ? (
        <div>
          <h3 className={css.sub}>{t("last")}</h3>
          {card.lastRedemptions.map((one) => (
            <Link key={one.id} href={`/redemptions/${one.id}`} className={css.last}>
              <bdi className={css.grow}>{one.name}</bdi>
              {one.status === "Canceled" ? <State tone="plain">{t("canceled")}</State> : null}
              <Moment time={one.createdAt} timeZone={zoneOf(one.store.id)} />
            </Link>
          ))}
        </div>
      ) : null}
    </section>
  );
}
