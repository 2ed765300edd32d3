"use client";
import { useFormatter, useTranslations } from "use-intl/react";
import { useMoney } from "../../../ui/money.ts";
import { Paper } from "../../parts/receipt.tsx";
import { useDesk } from "../../session/desk.tsx";
import type { Done } from "../state/types.ts";

type PrintedVisitProps = {
  done: Done;
  memberId: string | null;
  /** The customer's stamps after the visit; null if they are not known. */
  stampsLeft: number | null;
  isUndone: (id: number | "sale") => boolean;
};

/** A visit's printed receipt, without the parts that were undone. */
export function PrintedVisit({ done, memberId, stampsLeft, isUndone }: PrintedVisitProps) {
  const t = useTranslations("receipt");
  const till = useTranslations("till");
  const format = useFormatter();
  const money = useMoney(useDesk().me.merchant.currency);
  const { customerName, storeId } = done.visit;
  const lines = done.visit.lines.filter(({ redemptionId }) => !isUndone(redemptionId));
  const sale = isUndone("sale") ? null : done.visit.sale;
  const used = lines.reduce((sum, { stampsUsed }) => sum + stampsUsed, 0);
  const balances = lines.flatMap(({ value, name: of, voucher }) =>
    value !== null && voucher?.remainingValue
      ? [[of, till("left", { value: money(voucher.remainingValue) })] as const]
      : [],
  );
  const codes = lines.flatMap(({ issued }) => issued.map(({ code }) => code));
  return (
    <Paper
      storeId={storeId}
      at={done.at}
      what={lines.map(({ name: of, qty, value }) =>
        [qty > 1 ? `${qty} × ${of}` : of, value === null ? "" : money(value)].join(" ").trim(),
      )}
      rows={[
        [t("customer"), customerName],
        [t("member"), memberId],
        [t("invoice"), done.invoice],
        [t("total"), sale && money(sale.total)],
        [t("stampsUsed"), used ? format.number(used) : null],
        [t("stampsEarned"), sale ? format.number(sale.stampsEarned) : null],
        [t("stampsLeft"), stampsLeft === null ? null : format.number(stampsLeft)],
        ...balances,
        [t("voucher", { count: codes.length }), codes.join(", ")],
        [t("servedBy"), done.servedBy],
      ]}
    />
  );
}
