"use client";
import { Radio, Stack, TextInput } from "@mantine/core";
import { mostOf } from "@stampbook/core/limits";
import { useTranslations } from "use-intl/react";
import { useApi } from "../../../rpc/use-api.ts";
import { useAmounts } from "../../../ui/form/amount.ts";
import { useDesk } from "../../session/desk.tsx";
import { ItemForm, RequiredText } from "../item-form.tsx";
import { useItemForm } from "../use-item-form.ts";
import type { VoucherTemplate } from "./voucher-template-facts.tsx";
import { VoucherTemplateTexts } from "./voucher-template-texts.tsx";

const VALUE = "voucher-template-value";
const kinds = ["thing", "value", "balance"] as const;
type Kind = (typeof kinds)[number];

const valuesOf = (template: VoucherTemplate | null, write: (value: string) => string) => ({
  name: template?.name ?? "",
  kind: (template?.isDynamic ? "balance" : template?.value ? "value" : "thing") as Kind,
  value: template?.value ? write(template.value) : "",
  validityDays: String(template?.validityDays ?? ""),
  pictureUrl: template?.pictureUrl ?? "",
  shortDescription: template?.shortDescription ?? "",
  description: template?.description ?? "",
  instructions: template?.instructions ?? "",
  termsAndConditions: template?.termsAndConditions ?? "",
  stores: template?.stores ?? [],
  channels: template?.channels ?? [],
});
type Values = ReturnType<typeof valuesOf>;

/** Converts a form's texts to the service's input, with the parsed amount. */
function inputOf({ kind, validityDays, stores, channels, ...rest }: Values, value: string | null) {
  return {
    ...rest,
    isDynamic: kind === "balance",
    value,
    validityDays: validityDays.trim() === "" ? null : Number(validityDays),
    pictureUrl: rest.pictureUrl.trim(),
    stores: [...stores],
    channels: [...channels],
  };
}

/** Returns the state of the form. `isUnclear` is true if the entered amount cannot be read as a number. */
function useTemplateForm(template: VoucherTemplate | null) {
  const { voucherTemplates } = useApi().staff.catalogue;
  const amounts = useAmounts(useDesk().me.merchant.currency);
  const form = useItemForm({
    list: "/catalogue/voucher-templates",
    id: template?.id ?? null,
    initial: () => valuesOf(template, amounts.write),
    save: (values) => {
      const input = inputOf(values, values.kind === "thing" ? null : amounts.read(values.value));
      return template
        ? voucherTemplates.update.mutate({ id: template.id, ...input })
        : voucherTemplates.create.mutate(input);
    },
    further: ["isDynamic"],
  });
  const { kind, value } = form.values;
  const isUnclear = kind !== "thing" && value.trim() !== "" && amounts.read(value) === null;
  function onSubmit() {
    if (isUnclear) document.getElementById(VALUE)?.focus();
    else form.frame.onSubmit();
  }
  return { ...form, frame: { ...form.frame, onSubmit }, isUnclear };
}

/** The form of a voucher template; null creates a new one. */
export function VoucherTemplateForm({ template }: { template: VoucherTemplate | null }) {
  const t = useTranslations("catalogue");
  const forms = useTranslations("form");
  const { currency } = useDesk().me.merchant;
  const form = useTemplateForm(template);
  const { values, change, errorOf, text, isNew, isUnclear } = form;
  const what = (
    <>
      <RequiredText form={form} name="name" description={t("templateNameHint")} autoFocus={isNew} />
      <KindField
        template={template}
        kind={values.kind}
        onChange={(kind) => change({ kind })}
        error={errorOf("isDynamic")}
      />
      {values.kind === "thing" ? null : (
        <TextInput
          label={t("amountIn", { currency })}
          id={VALUE}
          {...text("value")}
          error={isUnclear ? forms("amountWrong") : errorOf("value")}
          inputMode="decimal"
          required
          withAsterisk={false}
          maxLength={24}
          maw={240}
        />
      )}
      <TextInput
        label={t("validityDays")}
        description={t("validityDaysHint")}
        {...text("validityDays")}
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={String(mostOf.validityDays).length}
        maw={240}
      />
    </>
  );
  return (
    <ItemForm
      form={form}
      add={t("addVoucherTemplate")}
      what={what}
      after={<VoucherTemplateTexts text={text} />}
    />
  );
}

type KindFieldProps = {
  template: VoucherTemplate | null;
  kind: Kind;
  onChange: (kind: Kind) => void;
  error: string | null;
};

/** Whether a voucher is an item, an amount, or a balance. */
function KindField({ template, kind: chosen, onChange, error }: KindFieldProps) {
  const t = useTranslations("catalogue");
  return (
    <Radio.Group
      label={t("value")}
      description={template ? t("kindFixedHint") : undefined}
      value={chosen}
      onChange={(value) => onChange(kinds.find((kind) => kind === value) ?? "thing")}
      error={error}
    >
      <Stack gap="xs" mt="xs">
        {kinds.map((kind) => (
          <Radio
            key={kind}
            value={kind}
            label={t(`templateKinds.${kind}`)}
            description={t(`templateKindHints.${kind}`)}
            // a template cannot become a balance, or stop being one, because existing vouchers depend on it
            disabled={template !== null && template.isDynamic !== (kind === "balance")}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
