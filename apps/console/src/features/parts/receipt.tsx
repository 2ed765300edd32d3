"use client";
import { useFormatter, useTranslations } from "use-intl/react";
import { shortTime } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import { useDesk } from "../session/desk.tsx";
import css from "./receipt.module.css";

/** The data of a redemption's printed receipt. */
export type ReceiptData = {
  readonly redemptionId: number;
  readonly name: string;
  readonly customer: string;
  readonly memberId: string | null;
  readonly stampsUsed: number;
  /** The customer's stamps after the redemption; null if they are no longer known. */
  readonly stampsLeft: number | null;
  readonly value: string | null;
  readonly invoiceNumber: string;
  readonly storeId: number;
  readonly at: string;
  /** The codes of the vouchers that the reward issued. */
  readonly issuedCodes: readonly string[];
  /** The person who served, if another person prints. */
  readonly servedBy?: string;
};

type ReceiptProps = { receipt: ReceiptData };

/** A redemption's receipt, for printing. */
export function Receipt({ receipt }: ReceiptProps) {
  const t = useTranslations("receipt");
  const format = useFormatter();
  const { me } = useDesk();
  const money = useMoney(me.merchant.currency);
  return (
    <Paper
      storeId={receipt.storeId}
      at={receipt.at}
      what={[receipt.name]}
      rows={[
        [t("redemption"), `#${receipt.redemptionId}`],
        [t("customer"), receipt.customer],
        [t("member"), receipt.memberId],
        [t("invoice"), receipt.invoiceNumber],
        [t("value"), receipt.value === null ? null : money(receipt.value)],
        [t("stampsUsed"), receipt.stampsUsed ? format.number(receipt.stampsUsed) : null],
        [t("stampsLeft"), receipt.stampsLeft === null ? null : format.number(receipt.stampsLeft)],
        [t("voucher", { count: receipt.issuedCodes.length }), receipt.issuedCodes.join(", ")],
        [t("servedBy"), receipt.servedBy ?? me.person.name],
      ]}
    />
  );
}

type PaperProps = {
  storeId: number;
  /** The time on the receipt; null if it is not known. */
  at: string | null;
  what: readonly string[];
  /** Rows without a value are left out. */
  rows: readonly (readonly [name: string, value: string | null])[];
};

/**
 * A receipt for the paper in the printer, 58 or 80 mm wide. It is shown only when printing, and then nothing
 * else is printed.
 */
export function Paper({ storeId, at, what, rows }: PaperProps) {
  const t = useTranslations("receipt");
  const format = useFormatter();
  const { me, zoneOf } = useDesk();
  const time = { timeZone: zoneOf(storeId), dateStyle: "medium", ...shortTime } as const;
  return (
    <div className={css.receipt} data-receipt aria-hidden>
      <h2>{me.merchant.name}</h2>
      <p>{me.stores.find(({ id }) => id === storeId)?.name}</p>
      {at === null ? null : <p>{format.dateTime(new Date(at), time)}</p>}
      {what.map((line) => (
        <p key={line} className={css.what}>
          {line}
        </p>
      ))}
      <table>
        <tbody>
          {rows
            .filter(([, value]) => value)
            .map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <bdi>{value}</bdi>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      <p>{t("thanks")}</p>
    </div>
  );
}
