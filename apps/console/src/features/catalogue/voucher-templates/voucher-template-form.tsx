"use client";
import { Radio, Stack, TextInput } from "@mantine/core";
import { mostOf } from "@stampbook/core/limits";
import { useTranslations } from "use-intl/react";
import { useApi } from "../../../rpc/use-api.ts";
import { Card } from "../../../ui/card.tsx";
import { useAmounts } from "../../../ui/form/amount.ts";
import { FormFrame } from "../../../ui/form/form-frame.tsx";
import { useDesk } from "../../session/desk.tsx";
import { LimitFields } from "../limit-fields.tsx";
import { useItemForm } from "../use-item-form.ts";
import type { VoucherTemplate } from "./voucher-template-facts.tsx";
import { VoucherTemplateTexts } from "./voucher-template-texts.tsx";

const VALUE = "voucher-template-value";
const kinds = ["thing", "value", "balance"] as const;
type Kind = (typeof kinds)[number];

const fresh = (of: VoucherTemplate | null, write: (value: string) => string) => ({
  name: of?.name ?? "",
  kind: (of?.isDynamic ? "balance" : of?.value ? "value" : "thing") as Kind,
  value: of?.value ? write(of.value) : "",
  validityDays: String(of?.validityDays ?? ""),
  pictureUrl: of?.pictureUrl ?? "",
  shortDescription: of?.shortDescription ?? "",
  description: of?.description ?? "",
  instructions: of?.instructions ?? "",
  termsAndConditions: of?.termsAndConditions ?? "",
  stores: of?.stores ?? [],
  channels: of?.channels ?? [],
});
type Given = ReturnType<typeof fresh>;

/** Converts a form's texts to the service's input, with the parsed amount. */
function asInput({ kind, validityDays, stores, channels, ...given }: Given, value: string | null) {
  return {
    ...given,
    isDynamic: kind === "balance",
    value,
    validityDays: validityDays.trim() === "" ? null : Number(validityDays),
    pictureUrl: given.pictureUrl.trim(),
    stores: [...stores],
    channels: [...channels],
  };
}

/** Creates or edits a voucher template. */
export function VoucherTemplateForm({ of }: { of: VoucherTemplate | null }) {
  const t = useTranslations("catalogue");
  const api = useApi();
  const { currency } = useDesk().me.merchant;
  const till = useTranslations("till");
  const amounts = useAmounts();
  const { given, change, errorOf, text, frame } = useItemForm({
    list: "/catalogue/voucher-templates",
    of,
    given: () => fresh(of, amounts.write),
    save: (given) => {
      const input = asInput(given, given.kind === "thing" ? null : amounts.read(given.value));
      return of
        ? api.staff.catalogue.voucherTemplates.update.mutate({ id: of.id, ...input })
        : api.staff.catalogue.voucherTemplates.create.mutate(input);
    },
    further: ["isDynamic"],
  });
  const isUnclear =
    given.kind !== "thing" && given.value.trim() !== "" && amounts.read(given.value) === null;
  return (
    <FormFrame
      submit={t(of ? "save" : "addVoucherTemplate")}
      {...frame}
      onSubmit={() => {
        if (isUnclear) document.getElementById(VALUE)?.focus();
        else frame.onSubmit();
      }}
    >
      <Card title={t("what")}>
        <Stack gap="md">
          <TextInput
            label={t("name")}
            description={t("templateNameHint")}
            {...text("name")}
            required
            withAsterisk={false}
            maxLength={mostOf.name}
            autoFocus={of === null}
          />
          <KindField
            of={of}
            kind={given.kind}
            onChange={(kind) => change({ kind })}
            error={errorOf("isDynamic")}
          />
          {given.kind === "thing" ? null : (
            <TextInput
              label={t("amountIn", { currency })}
              id={VALUE}
              {...text("value")}
              error={isUnclear ? till("amountWrong") : errorOf("value")}
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
        </Stack>
      </Card>
      <LimitFields value={given} onChange={change} errorOf={errorOf} />
      <VoucherTemplateTexts text={text} />
    </FormFrame>
  );
}

type KindFieldProps = {
  of: VoucherTemplate | null;
  kind: Kind;
  onChange: (kind: Kind) => void;
  error: string | null;
};

/** Whether a voucher is an item, an amount, or a balance. */
function KindField({ of, kind: chosen, onChange, error }: KindFieldProps) {
  const t = useTranslations("catalogue");
  return (
    <Radio.Group
      label={t("value")}
      description={of ? t("kindFixedHint") : undefined}
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
            // existing vouchers depend on it
            disabled={of !== null && of.isDynamic !== (kind === "balance")}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
