"use client";
import { useFormatter, useTranslations } from "use-intl/react";
import { useMoney } from "../../ui/money.ts";
import { useDesk } from "../session/desk.tsx";
import css from "./receipt.module.css";

/** The data of a redemption that a customer gets on paper. */
export type ReceiptData = {
  readonly redemptionId: number;
  readonly name: string;
  readonly customer: string;
  readonly memberId: string | null;
  readonly stampsUsed: number;
  /** Null if they are no longer known. */
  readonly stampsLeft: number | null;
  readonly value: string | null;
  readonly invoiceNumber: string;
  readonly storeId: number;
  readonly at: string;
  /** The code of the voucher that the reward issued. */
  readonly issuedCode: string | null;
  /** The person who served, if another person prints. */
  readonly servedBy?: string;
};

type ReceiptProps = { receipt: ReceiptData };

/** For paper 80 mm wide. It is shown only when printing, and then nothing else is printed. */
export function Receipt({ receipt }: ReceiptProps) {
  const t = useTranslations("receipt");
  const format = useFormatter();
  const { me, zoneOf } = useDesk();
  const money = useMoney(me.merchant.currency);
  const time = {
    timeZone: zoneOf(receipt.storeId),
    dateStyle: "medium",
    timeStyle: "short",
  } as const;
  const rows = [
    [t("redemption"), `#${receipt.redemptionId}`],
    [t("customer"), receipt.customer],
    [t("member"), receipt.memberId],
    [t("invoice"), receipt.invoiceNumber],
    [t("value"), receipt.value === null ? null : money(receipt.value)],
    [t("stampsUsed"), receipt.stampsUsed ? format.number(receipt.stampsUsed) : null],
    [t("stampsLeft"), receipt.stampsLeft === null ? null : format.number(receipt.stampsLeft)],
    [t("voucher"), receipt.issuedCode],
    [t("servedBy"), receipt.servedBy ?? me.person.name],
  ] as const;
  return (
    <div className={css.receipt} data-receipt aria-hidden>
      <h2>{me.merchant.name}</h2>
      <p>{me.stores.find(({ id }) => id === receipt.storeId)?.name}</p>
      <p>{format.dateTime(new Date(receipt.at), time)}</p>
      <p className={css.what}>{receipt.name}</p>
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
