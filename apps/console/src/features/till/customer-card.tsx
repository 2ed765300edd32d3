"use client";
import { IconGift, IconTicket, IconX } from "@tabler/icons-react";
import Link from "next/link";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { nameOf } from "../../rpc/customer-name.ts";
import { Key } from "../../ui/key.tsx";
import { later } from "../../ui/later.tsx";
import { Day, Moment } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import { Refusal, useRefusalWords } from "../../ui/refusal.tsx";
import { State } from "../../ui/state.tsx";
import { Dotted } from "../parts/dotted.tsx";
import { useDesk } from "../session/desk.tsx";
import own from "./customer-card.module.css";
import { Option } from "./option.tsx";
import { countOf } from "./state/basket.ts";
import type { Basket, Card } from "./state/types.ts";
import css from "./till.module.css";
import type { Choice } from "./use/choices.ts";

// loaded on request, because its fields weigh 8 KB and few customers lack a name
const AddName = later(() => import("../parts/add-name.tsx").then((part) => part.AddName));

type CustomerCardProps = {
  card: Card;
  basket: Basket;
  choices: readonly Choice[];
  active: number;
  onChoose: (choice: Choice) => void;
  /** Ends the visit; null on a receipt, which has its own button for this. */
  onLeave: (() => void) | null;
};

/** A customer with their stamps, and the items that they can take here now. */
export function CustomerCard({ card, basket, choices, active, ...props }: CustomerCardProps) {
  const t = useTranslations("till");
  const { customer, membership } = card;
  const name = nameOf(customer);
  const known = [customer.memberId, customer.mobileNumber ?? customer.email];
  const facts = [membership.levelName, ...known].filter((fact) => fact && fact !== name);
  // an empty list must not have the role of a list box
  const list = choices.length
    ? { id: "till-list", role: "listbox", "aria-label": t("canRedeem") }
    : {};
  return (
    <section className={css.card} aria-label={name}>
      <div className={own.person}>
        <div>
          <h2>
            <Link href={`/customers/${customer.id}`}>
              <bdi>{name}</bdi>
            </Link>
          </h2>
          <p className={css.quiet}>
            <Dotted>
              {facts.map((fact) => (
                <bdi key={fact}>{fact}</bdi>
              ))}
            </Dotted>
          </p>
        </div>
        <div className={own.side}>
          <p className={own.stamps}>
            <strong>{t("count", { count: membership.stamps })}</strong>{" "}
            {t("stampsWord", { count: membership.stamps })}
          </p>
          {props.onLeave ? (
            <button
              type="button"
              className={own.leave}
              title={t("nextCustomer")}
              onClick={props.onLeave}
            >
              <IconX size={20} aria-hidden />
              <span>{t("nextCustomer")}</span> <Key>Esc</Key>
            </button>
          ) : null}
        </div>
      </div>
      {card.whyNot ? <Refusal failed={{ ...card.whyNot, field: null, errors: {} }} /> : null}
      {customer.name ? null : <AddName customerId={customer.id} />}
      <div {...list} className={css.options}>
        {(["voucher", "reward"] as const).map((kind) => (
          <Offers key={kind} {...{ kind, basket, choices, active }} onChoose={props.onChoose} />
        ))}
      </div>
      <NotNow card={card} choices={choices} />
      <LastRedemptions card={card} />
    </section>
  );
}

type OffersProps = Omit<CustomerCardProps, "card" | "onLeave"> & { kind: "voucher" | "reward" };

/** The vouchers or the rewards of `choices`, below a heading. */
function Offers({ kind, basket, choices, active, onChoose }: OffersProps) {
  const t = useTranslations("till");
  const id = useId();
  const offers = choices.flatMap((choice, index) =>
    choice.kind === kind ? [{ choice, index }] : [],
  );
  if (!offers.length) return null;
  const group = { role: "group", "aria-labelledby": id };
  return (
    <div {...group} className={css.options}>
      <div id={id} role="presentation" className={css.sub}>
        {t(`${kind}s`)}
      </div>
      {offers.map(({ choice, index }) => (
        <Option
          key={choice.key}
          {...{ index, active }}
          count={"line" in choice ? countOf(basket, choice.line) : 0}
          onChoose={() => onChoose(choice)}
        >
          <Offer choice={choice} />
        </Option>
      ))}
    </div>
  );
}

/** A voucher or reward to choose, with its price or its balance. */
function Offer({ choice }: { choice: Choice }) {
  const t = useTranslations("till");
  if (choice.kind === "voucher") {
    const { name, code, endDate, remainingValue } = choice.voucher;
    return (
      <>
        <IconTicket size={22} aria-hidden />
        <span className={`${css.grow} ${own.voucher}`}>
          <bdi className={css.name}>{name}</bdi>
          <span className={css.quiet}>
            <Dotted>
              <bdi>{code}</bdi>
              {endDate ? <Ends on={endDate} /> : null}
            </Dotted>
          </span>
        </span>
        <Left value={remainingValue} />
      </>
    );
  }
  if (choice.kind !== "reward") return null;
  const { name, kind, stampsToRedeem } = choice.reward;
  return (
    <>
      <IconGift size={22} aria-hidden />
      <bdi className={`${css.grow} ${css.name}`}>{name}</bdi>
      <span>{kind === "flexible" ? t("anyStamps") : t("stamps", { count: stampsToRedeem })}</span>
    </>
  );
}

/** The items that cannot be taken here now: vouchers with the reason, rewards with the missing stamps. */
function NotNow({ card, choices }: Pick<CustomerCardProps, "card" | "choices">) {
  const t = useTranslations("till");
  const wordsOf = useRefusalWords();
  const keys = new Set(choices.map(({ key }) => key));
  const vouchers = card.vouchers.filter(({ id }) => !keys.has(`voucher-${id}`));
  const rewards = card.rewards.filter(({ id }) => !keys.has(`reward-${id}`));
  if (!vouchers.length && !rewards.length) return null;
  return (
    <div className={css.options}>
      <h3 className={css.sub}>{t("notNow")}</h3>
      {rewards.map((reward) => (
        <div key={reward.id} className={css.cannot}>
          <IconGift size={22} aria-hidden />
          <bdi className={css.grow}>{reward.name}</bdi>
          <span>{reward.stampsShort ? t("short", { count: reward.stampsShort }) : null}</span>
        </div>
      ))}
      {vouchers.map((voucher) => (
        <div key={voucher.id} className={css.cannot}>
          <IconTicket size={22} aria-hidden />
          <bdi className={css.grow}>{voucher.name}</bdi>
          <span>{voucher.whyNot && wordsOf(voucher.whyNot).what}</span>
        </div>
      ))}
    </div>
  );
}

function LastRedemptions({ card: { lastRedemptions } }: Pick<CustomerCardProps, "card">) {
  const t = useTranslations("till");
  const { zoneOf } = useDesk();
  if (!lastRedemptions.length) return null;
  return (
    <div>
      <h3 className={css.sub}>{t("last")}</h3>
      {lastRedemptions.map((one) => (
        <Link key={one.id} href={`/redemptions/${one.id}`} className={css.last}>
          <bdi className={css.grow}>{one.name}</bdi>
          {one.status === "Canceled" ? <State tone="plain">{t("canceled")}</State> : null}
          <Moment time={one.createdAt} timeZone={zoneOf(one.store.id)} />
        </Link>
      ))}
    </div>
  );
}

/** The last day of a voucher. */
function Ends({ on }: { on: string }) {
  const t = useTranslations("till");
  return (
    <span className={css.whole}>
      {t("until")} <Day on={on} />
    </span>
  );
}

/** The rest of a voucher's balance; nothing for a voucher without a balance. */
function Left({ value }: { value: string | null }) {
  const t = useTranslations("till");
  const money = useMoney(useDesk().me.merchant.currency);
  return value === null ? null : <span>{t("left", { value: money(value) })}</span>;
}
