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

type ReceiptProps = { of: ReceiptData };

/** For paper 80 mm wide. It is shown only when printing, and then nothing else is printed. */
export function Receipt({ of }: ReceiptProps) {
  const t = useTranslations("receipt");
  const format = useFormatter();
  const { me, zoneOf } = useDesk();
  const money = useMoney(me.merchant.currency);
  const time = { timeZone: zoneOf(of.storeId), dateStyle: "medium", timeStyle: "short" } as const;
  const rows = [
    [t("redemption"), `#${of.redemptionId}`],
    [t("customer"), of.customer],
    [t("member"), of.memberId],
    [t("invoice"), of.invoiceNumber],
    [t("value"), of.value === null ? null : money(of.value)],
    [t("stampsUsed"), of.stampsUsed ? format.number(of.stampsUsed) : null],
    [t("stampsLeft"), of.stampsLeft === null ? null : format.number(of.stampsLeft)],
    [t("voucher"), of.issuedCode],
    [t("servedBy"), of.servedBy ?? me.person.name],
  ] as const;
  return (
    <div className={css.receipt} data-receipt aria-hidden>
      <h2>{me.merchant.name}</h2>
      <p>{me.stores.find(({ id }) => id === of.storeId)?.name}</p>
      <p>{format.dateTime(new Date(of.at), time)}</p>
      <p className={css.what}>{of.name}</p>
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
