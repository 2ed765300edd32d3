"use client";
import { useTranslations } from "use-intl/react";
import { nameOf } from "../../rpc/customer-name.ts";
import { nameOfLine } from "./state/basket.ts";
import { nameOfItem } from "./state/names.ts";
import type { Basket, Card } from "./state/types.ts";
import css from "./till.module.css";

type SpokenVisitProps = { card: Card | undefined; basket: Basket };

/**
 * Says to screen readers who is served, and each item as it goes into the basket. Always in the page, because
 * screen readers read only what is added to an element that they know. `aria-atomic` is false, so that they
 * do not read the whole basket again.
 */
export function SpokenVisit({ card, basket }: SpokenVisitProps) {
  const t = useTranslations("till");
  return (
    <div role="status" aria-atomic={false} className={css.hidden}>
      {card ? <p>{t("serving", { name: nameOf(card.customer) })}</p> : null}
      {basket.lines.map((line) => {
        const name = nameOfItem(line, card);
        if (name === undefined) return null;
        const count = "qty" in line ? line.qty : 1;
        return <p key={nameOfLine(line)}>{t("taken", { name, count })}</p>;
      })}
    </div>
  );
}
