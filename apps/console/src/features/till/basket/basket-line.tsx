"use client";
import { mostOf } from "@stampbook/core/limits";
import { IconMinus, IconPlus, IconTrash } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useMoney } from "../../../ui/money.ts";
import { useRefusalWords } from "../../../ui/refusal.tsx";
import { useDesk } from "../../session/desk.tsx";
import { SpentVoucher } from "../spent-voucher.tsx";
import { nameOfLine } from "../state/basket.ts";
import type { Card, Line } from "../state/types.ts";
import type { Preview } from "../use/preview.ts";
import { AmountField } from "./amount-field.tsx";
import css from "./basket.module.css";
import { type Problem, problemOf } from "./problems.ts";

type BasketLineProps = {
  line: Line;
  card: Card | undefined;
  preview: Preview | undefined;
  onChange: (line: Line) => void;
  onRemove: () => void;
};

type Facts = { readonly name: string; readonly price: string; readonly terms?: string | undefined };

/**
 * Returns a line's name, its price or code, and its terms, from the card and the preview. If the card no
 * longer has what the line takes, the name and price come from the last card that had it.
 */
function useFacts(line: Line, card: Card | undefined, preview: Preview | undefined): Facts {
  const t = useTranslations("till");
  const stamps = (count: number) => t("stamps", { count });
  const facts = factsOf(line, card, preview, stamps);
  const [last, setLast] = useState(card);
  if (facts && card !== last) setLast(card);
  return facts ?? factsOf(line, last, preview, stamps) ?? { name: "…", price: "" };
}

function factsOf(
  line: Line,
  card: Card | undefined,
  preview: Preview | undefined,
  stamps: (count: number) => string,
): Facts | null {
  if (line.kind === "reward") {
    const reward = card?.rewards.find(({ id }) => id === line.id);
    if (!reward) return null;
    const price = stamps(line.stamps ?? reward.stampsToRedeem * line.qty);
    return { name: reward.name, price, terms: reward.terms };
  }
  if (line.kind === "voucher") {
    const voucher = card?.vouchers.find(({ id }) => id === line.id);
    return voucher ? { name: voucher.name, price: voucher.code, terms: voucher.terms } : null;
  }
  const codes = line.kind === "promo" ? preview?.promoCodes : preview?.vouchers;
  const known = codes?.find(({ code }) => code === line.code);
  const name = known?.name ?? ("name" in line ? line.name : line.code);
  return { name, price: line.code, terms: known?.terms };
}

/**
 * A line of the basket: its name and terms, the fields that change it, and the reason if it cannot be taken.
 */
export function BasketLine({ line, card, preview, onChange, onRemove }: BasketLineProps) {
  const t = useTranslations("till");
  const money = useMoney(useDesk().me.merchant.currency);
  const { name, price, terms } = useFacts(line, card, preview);
  const problem = card ? problemOf(line, card, preview) : null;
  return (
    <li className={css.line} data-line={nameOfLine(line)}>
      <div className={css.lineHead}>
        <span className={css.lineName}>
          <bdi>{name}</bdi>
          <span className={css.hint}>
            <bdi>{price}</bdi>
          </span>
        </span>
        {line.kind === "reward" && line.stamps === null ? (
          <Quantity name={name} qty={line.qty} onChange={(qty) => onChange({ ...line, qty })} />
        ) : null}
        <button
          type="button"
          className={css.icon}
          aria-label={t("remove", { name })}
          onMouseDown={(event) => event.preventDefault()}
          onClick={onRemove}
        >
          <IconTrash size={20} aria-hidden />
        </button>
      </div>
      {line.kind === "reward" && line.stamps !== null ? (
        <StampsField
          value={line.stamps}
          most={card?.membership.stamps ?? 0}
          onChange={(stamps) => onChange({ ...line, stamps })}
        />
      ) : null}
      {line.kind === "voucher" && line.value !== null && card ? (
        <Value line={{ ...line, value: line.value }} {...{ card, problem, onChange }} />
      ) : null}
      {line.kind === "unowned" && line.remainingValue !== null ? (
        <p className={css.hint}>{t("allTaken", { value: money(line.remainingValue) })}</p>
      ) : null}
      {terms ? (
        <details className={css.terms}>
          <summary>{t("terms")}</summary>
          <p>{terms}</p>
        </details>
      ) : null}
      <ProblemOf {...{ line, problem }} />
    </li>
  );
}

type QuantityProps = { name: string; qty: number; onChange: (qty: number) => void };

function Quantity({ name, qty, onChange }: QuantityProps) {
  const t = useTranslations("till");
  return (
    <span className={css.quantity}>
      <button
        type="button"
        className={css.icon}
        aria-label={t("less", { name })}
        disabled={qty <= 1}
        onClick={() => onChange(qty - 1)}
      >
        <IconMinus size={18} aria-hidden />
      </button>
      <output aria-label={t("quantity", { name })}>{qty}</output>
      <button
        type="button"
        className={css.icon}
        aria-label={t("more", { name })}
        disabled={qty >= mostOf.qty}
        onClick={() => onChange(qty + 1)}
      >
        <IconPlus size={18} aria-hidden />
      </button>
    </span>
  );
}

type StampsFieldProps = { value: number; most: number; onChange: (stamps: number) => void };

/** The field for the price of a flexible reward, in stamps. */
function StampsField({ value, most, onChange }: StampsFieldProps) {
  const t = useTranslations("till");
  const id = useId();
  return (
    <div className={css.labeled}>
      <label htmlFor={id}>{t("howMany")}</label>
      <input
        id={id}
        className={css.input}
        value={value === 0 ? "" : value}
        onChange={({ currentTarget }) =>
          onChange(Number(currentTarget.value.replace(/\D/g, "").slice(0, 10)))
        }
        onFocus={({ currentTarget }) => currentTarget.select()}
        inputMode="numeric"
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        autoFocus
      />
      <span id={`${id}-hint`} className={css.hint}>
        {t("has", { count: most })}
      </span>
    </div>
  );
}

type ValueProps = {
  line: Line & { readonly kind: "voucher"; readonly value: string };
  card: Card;
  problem: Problem;
  onChange: (line: Line) => void;
};

/** The field for the amount that is taken off a voucher's balance. */
function Value({ line, card, problem, onChange }: ValueProps) {
  const t = useTranslations("till");
  const money = useMoney(useDesk().me.merchant.currency);
  const balance = card.vouchers.find(({ id }) => id === line.id)?.remainingValue;
  if (!balance) return null;
  const left = t("left", { value: money(balance) });
  return (
    <AmountField
      label={t("amount")}
      value={line.value}
      onChange={(value) => onChange({ ...line, value })}
      hint={left}
      error={problem === "too much" ? t("tooMuch", { value: money(balance) }) : null}
      all={balance}
    />
  );
}

/** The reason why the line cannot be taken. */
function ProblemOf({ line, problem }: { line: Line; problem: Problem }) {
  const t = useTranslations("till");
  const wordsOf = useRefusalWords();
  if (problem === null || problem === "incomplete" || problem === "too much") return null;
  if (problem !== "gone")
    return (
      <p className={css.wrong} role="alert">
        {wordsOf(problem).what}
      </p>
    );
  if (line.kind === "voucher") return <SpentVoucher voucherId={line.id} />;
  return (
    <p className={css.wrong} role="alert">
      {t("notOffered")}
    </p>
  );
}
