"use client";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../../rpc/client.ts";
import { useMoney } from "../../../ui/money.ts";
import { useRefusalWords } from "../../../ui/refusal.tsx";
import { useDesk } from "../../session/desk.tsx";
import css from "./receipt.module.css";

type UndoPreviewProps = { preview: Outputs["staff"]["visits"]["previewUndo"] };

/** The stamps and vouchers that an undo would give back or take back, or the reason why a part is refused. */
export function UndoPreview({ preview }: UndoPreviewProps) {
  const t = useTranslations("till");
  const wordsOf = useRefusalWords();
  const money = useMoney(useDesk().me.merchant.currency);
  const { redemptions, sale } = preview;
  return (
    <ul className={css.back}>
      {redemptions.map((each) => {
        const { redemptionId, name, refusal, stampsBack, valueBack, spentVoucher } = each;
        if (each.isCanceled) return <li key={redemptionId}>{t("undoneBefore", { name })}</li>;
        if (refusal)
          return (
            <li key={redemptionId} className={css.wrong}>
              {name}: {wordsOf(refusal).what} {wordsOf(refusal).advice}
            </li>
          );
        return [
          stampsBack ? (
            <li key={`${redemptionId} stamps`}>{t("stampsBack", { name, count: stampsBack })}</li>
          ) : null,
          valueBack ? (
            <li key={`${redemptionId} value`}>
              {t(valueBack.isReissued ? "valueOnNew" : "valueBack", {
                value: money(valueBack.value),
                code: valueBack.voucher.code,
              })}
            </li>
          ) : null,
          spentVoucher ? (
            <li key={`${redemptionId} voucher`}>{t("voucherBack", { name: spentVoucher.name })}</li>
          ) : null,
          each.promoCodeUseBack ? (
            <li key={`${redemptionId} promo`}>{t("promoBack", { name })}</li>
          ) : null,
          ...each.withdrawn.map(({ id, code }) => (
            <li key={`${redemptionId} ${id}`}>{t("withdrawn", { code })}</li>
          )),
        ];
      })}
      {sale && !sale.isCanceled ? <UndoneSale sale={sale} /> : null}
    </ul>
  );
}

function UndoneSale({ sale }: { sale: NonNullable<UndoPreviewProps["preview"]["sale"]> }) {
  const t = useTranslations("till");
  const wordsOf = useRefusalWords();
  const { stampsEarned, withdrawn, refusal } = sale;
  if (refusal)
    return (
      <li className={css.wrong}>
        {t("theSale")}: {wordsOf(refusal).what} {wordsOf(refusal).advice}
      </li>
    );
  return (
    <>
      <li>{t("earnedBack", { count: stampsEarned })}</li>
      {withdrawn.map(({ id, code }) => (
        <li key={id}>{t("withdrawn", { code })}</li>
      ))}
    </>
  );
}
