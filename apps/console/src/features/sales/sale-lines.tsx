"use client";
import type { ReactNode } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import { Card } from "../../ui/card.tsx";
import { Moment } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import css from "../../ui/ui.module.css";
import { useDesk } from "../session/desk.tsx";
import type { SaleProps } from "./sale-facts.tsx";
import own from "./sales.module.css";

type LineProps = { what: ReactNode; note?: ReactNode; amount: ReactNode };

function Line({ what, note, amount }: LineProps) {
  return (
    <li>
      <span>
        {what} {note ? <span className={css.quiet}>{note}</span> : null}
      </span>
      <span className={own.amount}>{amount}</span>
    </li>
  );
}

/** The items of a sale; nothing if it has none. */
export function SaleItems({ sale }: SaleProps) {
  const t = useTranslations("sales");
  const format = useFormatter();
  const money = useMoney(useDesk().me.merchant.currency);
  if (!sale.items.length) return null;
  return (
    <Card title={t("items")}>
      <ul className={own.lines}>
        {sale.items.map(({ line, product, quantity, subtotal, isEligible }) => (
          <Line
            key={line}
            what={
              <>
                {format.number(Number(quantity))} × <bdi>{product}</bdi>
              </>
            }
            note={isEligible ? null : t("earnsNothing")}
            amount={money(subtotal)}
          />
        ))}
      </ul>
    </Card>
  );
}

/** The payments of a sale; nothing if it has none. */
export function SalePayments({ sale }: SaleProps) {
  const t = useTranslations("sales");
  const money = useMoney(useDesk().me.merchant.currency);
  if (!sale.payments.length) return null;
  return (
    <Card title={t("payments")}>
      <ul className={own.lines}>
        {sale.payments.map(({ line, method, value, earned }) => (
          <Line
            key={line}
            what={<bdi>{method}</bdi>}
            note={earned ? null : t("earnsNothing")}
            amount={money(value)}
          />
        ))}
      </ul>
    </Card>
  );
}

/** The modifications that took amounts off a sale later; nothing if it has none. */
export function SaleModifications({ sale }: SaleProps) {
  const t = useTranslations("sales");
  const { me, zoneOf } = useDesk();
  const money = useMoney(me.merchant.currency);
  if (!sale.modifications.length) return null;
  return (
    <Card title={t("modifications")}>
      <ul className={own.lines}>
        {sale.modifications.map(({ id, total, stamps, returnInvoiceNumber, createdAt }) => (
          <Line
            key={id}
            what={
              <>
                {returnInvoiceNumber === null ? null : (
                  <>
                    <bdi>{returnInvoiceNumber}</bdi> ·{" "}
                  </>
                )}
                <Moment time={createdAt} timeZone={zoneOf(sale.store.id)} />
              </>
            }
            note={stamps ? t("stampsDelta", { delta: stamps }) : null}
            amount={money(total)}
          />
        ))}
      </ul>
    </Card>
  );
}
