"use client";
import { Checkbox, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { type Inputs, trpc, withKey } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useApi } from "../../rpc/use-api.ts";
import { Card } from "../../ui/card.tsx";
import { useAmounts } from "../../ui/form/amount.ts";
import { useFieldWords } from "../../ui/form/field-words.ts";
import { useHoldPanel } from "../../ui/panel-hold.ts";
import { ReasonForm } from "../parts/reason-form.tsx";
import { useDesk } from "../session/desk.tsx";
import { goodsBack, subtotalBack } from "./goods-back.ts";
import { ReturnPreview } from "./return-preview.tsx";
import type { SaleProps } from "./sale-facts.tsx";

/** A pause in typing, after which the preview is loaded. */
const PAUSE_MS = 300;

export type GoodsBack = Inputs["staff"]["sales"]["previewReturn"];
type ReturnGoodsProps = SaleProps & { onBack: () => void; onDone: () => void };

/** Asks what comes back of a sale and how it is paid back, shows what the return does, and asks for a reason. */
export function ReturnGoods({ sale, onBack, onDone }: ReturnGoodsProps) {
  const t = useTranslations("sales");
  const api = useApi();
  const utils = trpc.useUtils();
  useHoldPanel("keys");
  const [key] = useState(() => crypto.randomUUID());
  const { goods, fields } = useGoods(sale);
  const isReady = /[1-9]/.test(goods.total) || goods.items.length > 0;
  const [asked] = useDebouncedValue(goods, PAUSE_MS);
  const preview = trpc.staff.sales.previewReturn.useQuery(asked, {
    ...{ enabled: isReady && asked.total !== "", placeholderData: keepPreviousData, staleTime: 0 },
    retry: false,
  });
  const work = useMutation({
    mutationFn: (reason: string) =>
      api.staff.sales.addReturn.mutate({ ...goods, reason }, withKey(key)),
    onSuccess: async () => {
      await Promise.all([utils.staff.sales.invalidate(), utils.staff.customers.invalidate()]);
      // only now, because the old data would show what has come back
      onDone();
    },
  });
  const failed = work.error && failureOf(work.error);
  const wrong = useFieldWords(failed);
  return (
    <Card title={t("returnTitle")}>
      <ReasonForm
        submit={t("returnGoods")}
        isBusy={work.isPending}
        failed={failed}
        isShownAtField={["returnInvoiceNumber", "total"].some((field) => wrong(field) !== null)}
        onBack={onBack}
        onSubmit={(reason) => work.mutate(reason)}
      >
        <Stack gap="sm">
          {sale.items
            .filter(({ quantity }) => Number(quantity) > 0)
            .map(({ line, product, quantity }) => (
              <TextInput
                key={line}
                label={t("returnCount", { product, most: Number(quantity) })}
                value={fields.counts.get(line) || ""}
                onChange={({ currentTarget }) => fields.count(line, currentTarget.value, quantity)}
                inputMode="numeric"
                placeholder="0"
                autoComplete="off"
              />
            ))}
          <TextInput
            label={t("returnTotal")}
            value={fields.amount}
            onChange={({ currentTarget }) => fields.setAmount(currentTarget.value)}
            error={wrong("total")}
            inputMode="decimal"
            autoComplete="off"
          />
          {fields.methods.length > 0 ? (
            <NativeSelect
              label={t("returnPaidBy")}
              data={fields.methods}
              value={fields.method}
              onChange={({ currentTarget }) => fields.setMethod(currentTarget.value)}
            />
          ) : null}
          <TextInput
            label={t("returnInvoice")}
            value={goods.returnInvoiceNumber}
            onChange={({ currentTarget }) => fields.setNumber(currentTarget.value)}
            error={wrong("returnInvoiceNumber")}
            autoComplete="off"
          />
          <Checkbox
            label={t("returnCancels")}
            checked={goods.cancelsRedemptions ?? false}
            onChange={({ currentTarget }) => fields.setCancels(currentTarget.checked)}
          />
          {isReady ? <ReturnPreview sale={sale} data={preview.data} error={preview.error} /> : null}
        </Stack>
      </ReasonForm>
    </Card>
  );
}

/** What comes back as the fields say it. Until an amount is entered, it is that of the items. */
function useGoods(sale: SaleProps["sale"]) {
  const amounts = useAmounts(useDesk().me.merchant.currency);
  const methods = sale.payments.filter(({ value }) => Number(value) > 0).map((each) => each.method);
  const [counts, setCounts] = useState<ReadonlyMap<number, number>>(new Map());
  const [typed, setAmount] = useState<string | null>(null);
  const [method, setMethod] = useState(methods[0] ?? "");
  const [number, setNumber] = useState(`${sale.invoiceNumber}-R${sale.modifications.length + 1}`);
  const [cancels, setCancels] = useState(false);
  const { items, total: ofItems } = goodsBack(sale, counts);
  const total = typed === null ? ofItems : (amounts.read(typed) ?? "");
  const goods: GoodsBack = {
    ...{ saleId: sale.id, returnInvoiceNumber: number, total, items, cancelsRedemptions: cancels },
    subtotal: total === "" ? null : subtotalBack(sale, total),
    payments: methods.length > 0 && total !== "" ? [{ method, value: total }] : [],
  };
  const count = (line: number, text: string, most: string) => {
    const wanted = Number(text.replace(/\D/g, "").slice(0, 9));
    setCounts(new Map(counts).set(line, Math.min(wanted, Math.floor(Number(most)))));
  };
  const amount = typed ?? (items.length > 0 ? amounts.write(ofItems) : "");
  const fields = { counts, count, amount, setAmount, methods: [...new Set(methods)], method };
  return { goods, fields: { ...fields, setMethod, setNumber, setCancels } };
}
