"use client";
import { IconReceipt2, IconTrash } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import type { Basket } from "../state/types.ts";
import type { Preview } from "../use/preview.ts";
import { takesScans } from "../use/scans.ts";
import type { TillWork } from "../use/till.ts";
import { AmountField } from "./amount-field.tsx";
import css from "./basket.module.css";

type SaleProps = {
  basket: Basket;
  preview: Preview | undefined;
  work: Pick<TillWork, "setSale" | "setInvoice">;
  invoiceError: string | null;
};

/** The fields for the amount of a sale, which earns stamps, and for the invoice number of the whole visit. */
export function Sale({ basket, preview, work, invoiceError }: SaleProps) {
  const t = useTranslations("till");
  const id = useId();
  const { sale, invoice, lines } = basket;
  const isRequired = sale !== null;
  const earns = (count: number | null) => (count === null ? "…" : t("earns", { count }));
  return (
    <div className={css.sale}>
      {sale === null ? (
        <button type="button" className={css.button} onClick={() => work.setSale("")}>
          <IconReceipt2 size={20} aria-hidden /> {t("addSale")}
        </button>
      ) : (
        <div className={css.lineHead}>
          <AmountField
            label={t("saleTotal")}
            value={sale}
            onChange={work.setSale}
            hint={preview && sale ? earns(preview.stampsEarned) : undefined}
          />
          <button
            type="button"
            className={css.icon}
            aria-label={t("removeSale")}
            onClick={() => work.setSale(null)}
          >
            <IconTrash size={20} aria-hidden />
          </button>
        </div>
      )}
      {isRequired || lines.length ? (
        <div className={css.labeled}>
          <label htmlFor={id}>{t(isRequired ? "invoice" : "invoiceOptional")}</label>
          <input
            id={id}
            className={css.input}
            value={invoice}
            onChange={({ currentTarget }) => work.setInvoice(currentTarget.value)}
            autoComplete="off"
            data-missing={isRequired && !invoice.trim() ? true : undefined}
            aria-invalid={invoiceError !== null}
            aria-describedby={`${id}-hint`}
            {...takesScans}
          />
          <span id={`${id}-hint`} className={invoiceError ? css.wrong : css.hint}>
            {invoiceError}
          </span>
        </div>
      ) : null}
    </div>
  );
}
