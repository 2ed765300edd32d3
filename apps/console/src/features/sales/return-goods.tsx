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
  const work = useMutation({
    mutationFn: (wanted: GoodsBack & { readonly reason: string }) =>
      api.staff.sales.addReturn.mutate(wanted, withKey(key)),
    onSuccess: async () => {
      await Promise.all([utils.staff.sales.invalidate(), utils.staff.customers.invalidate()]);
      // only now, because the old data would show what has come back
      onDone();
    },
  });
  // a refusal is of the goods as they were, so it goes when they change
  const { goods, fields } = useGoods(sale, () => {
    if (work.isError) work.reset();
  });
  const [asked] = useDebouncedValue(goods, PAUSE_MS);
  const isReady = /[1-9]/.test(asked.total) || asked.items.length > 0;
  const preview = trpc.staff.sales.previewReturn.useQuery(asked, {
    ...{ enabled: isReady && asked.total !== "", placeholderData: keepPreviousData, staleTime: 0 },
    retry: false,
  });
  const failed = work.error && failureOf(work.error);
  const wrong = useFieldWords(
    failed ?? (isReady && preview.error ? failureOf(preview.error) : null),
  );
  const errors = {
    items: wrong("items"),
    total: wrong("total") ?? wrong("subtotal") ?? wrong("payments"),
    number: wrong("returnInvoiceNumber"),
  };
  const isShownAtField = Object.values(errors).some((error) => error !== null);
  return (
    <Card title={t("returnTitle")}>
      <ReasonForm
        submit={t("returnGoods")}
        isBusy={work.isPending}
        failed={failed}
        isShownAtField={isShownAtField}
        onBack={onBack}
        onSubmit={(reason) => work.mutate({ ...goods, reason })}
      >
        <GoodsFields sale={sale} goods={goods} fields={fields} errors={errors} />
        {isReady && !failed && !isShownAtField ? (
          <ReturnPreview sale={sale} data={preview.data} error={preview.error} />
        ) : null}
      </ReasonForm>
    </Card>
  );
}

type GoodsFieldsProps = ReturnType<typeof useGoods> & {
  sale: SaleProps["sale"];
  errors: Readonly<Record<"items" | "total" | "number", string | null>>;
};

function GoodsFields({ sale, goods, fields, errors }: GoodsFieldsProps) {
  const t = useTranslations("sales");
  const items = sale.items.filter(({ quantity }) => Number(quantity) > 0);
  return (
    <Stack gap="sm">
      {items.map(({ line, product, quantity }, index) => (
        <TextInput
          key={line}
          label={t("returnCount", { product, most: Number(quantity) })}
          value={fields.counts.get(line) || ""}
          onChange={({ currentTarget }) => fields.count(line, currentTarget.value, quantity)}
          error={index === 0 ? errors.items : null}
          autoFocus={index === 0}
          inputMode="numeric"
          placeholder="0"
          autoComplete="off"
        />
      ))}
      <TextInput
        label={t("returnTotal")}
        value={fields.amount}
        onChange={({ currentTarget }) => fields.setAmount(currentTarget.value)}
        error={errors.total}
        autoFocus={items.length === 0}
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
        error={errors.number}
        autoComplete="off"
      />
      <Checkbox
        label={t("returnCancels")}
        checked={goods.cancelsRedemptions ?? false}
        onChange={({ currentTarget }) => fields.setCancels(currentTarget.checked)}
      />
    </Stack>
  );
}

/** What comes back as the fields say it. Until an amount is entered, it is that of the items. */
function useGoods(sale: SaleProps["sale"], onChange: () => void) {
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
  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      onChange();
    };
  const count = (line: number, text: string, most: string) => {
    onChange();
    const wanted = Number(text.replace(/\D/g, "").slice(0, 9));
    setCounts(new Map(counts).set(line, Math.min(wanted, Math.floor(Number(most)))));
  };
  const amount = typed ?? (items.length > 0 ? amounts.write(ofItems) : "");
  const fields = {
    ...{ counts, count, amount, methods: [...new Set(methods)], method },
    setAmount: changing<string>(setAmount),
    setMethod: changing(setMethod),
    setNumber: changing(setNumber),
    setCancels: changing(setCancels),
  };
  return { goods, fields };
}
