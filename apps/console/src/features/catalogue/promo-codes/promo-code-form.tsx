"use client";
import { SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { mostOf } from "@stampbook/core/limits";
import { useTranslations } from "use-intl/react";
import { useApi } from "../../../rpc/use-api.ts";
import { Card } from "../../../ui/card.tsx";
import { hintBelow } from "../../../ui/form/hint-below.ts";
import { TimeField } from "../../../ui/form/time-field.tsx";
import { ItemForm, RequiredText, WhenCard } from "../item-form.tsx";
import { useItemForm } from "../use-item-form.ts";
import { hourOf, type PromoCode } from "./promo-code-facts.tsx";

const valuesOf = (promoCode: PromoCode | null) => ({
  name: promoCode?.name ?? "",
  description: promoCode?.description ?? "",
  code: promoCode?.code ?? "",
  isActive: promoCode?.isActive ?? true,
  startDate: promoCode?.startDate ?? "",
  endDate: promoCode?.endDate ?? "",
  startTime: hourOf(promoCode?.startTime ?? ""),
  endTime: hourOf(promoCode?.endTime ?? ""),
  maxUses: String(promoCode?.maxUses ?? ""),
  maxUsesPerCustomer: String(promoCode?.maxUsesPerCustomer ?? ""),
  stores: promoCode?.stores ?? [],
  channels: promoCode?.channels ?? [],
});
type Values = ReturnType<typeof valuesOf>;

const countOf = (text: string) => (text.trim() === "" ? null : Number(text));

/** Converts a form's texts to the service's input. */
function inputOf({ maxUses, maxUsesPerCustomer, stores, channels, ...rest }: Values) {
  return {
    ...rest,
    maxUses: countOf(maxUses),
    maxUsesPerCustomer: countOf(maxUsesPerCustomer),
    stores: [...stores],
    channels: [...channels],
  };
}

const hours = ["startTime", "endTime"] as const;
const limits = ["maxUses", "maxUsesPerCustomer"] as const;

/** The form of a promo code; null creates a new one. */
export function PromoCodeForm({ promoCode }: { promoCode: PromoCode | null }) {
  const t = useTranslations("catalogue");
  const { promoCodes } = useApi().staff.catalogue;
  const form = useItemForm({
    list: "/catalogue/promo-codes",
    id: promoCode?.id ?? null,
    initial: () => valuesOf(promoCode),
    save: (values) =>
      promoCode
        ? promoCodes.update.mutate({ id: promoCode.id, ...inputOf(values) })
        : promoCodes.create.mutate(inputOf(values)),
  });
  const { text, plain, isNew } = form;
  const what = (
    <>
      <RequiredText
        form={form}
        name="code"
        description={t("promoCodeHint")}
        autoFocus={isNew}
        autoCapitalize="characters"
      />
      <RequiredText form={form} name="name" description={t("promoNameHint")} />
      <Textarea
        label={t("description")}
        description={t("promoDescriptionHint")}
        {...text("description")}
        maxLength={mostOf.description}
        autosize
        minRows={2}
        maxRows={8}
      />
    </>
  );
  const when = (
    <WhenCard form={form} hint={t("promoOnHint")}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {hours.map((field) => (
          <TimeField
            key={field}
            label={t(field)}
            description={t(`${field}Hint`)}
            {...plain(field)}
            inputWrapperOrder={hintBelow}
          />
        ))}
      </SimpleGrid>
    </WhenCard>
  );
  const howOften = (
    <Card title={t("howOften")}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {limits.map((field) => (
          <TextInput
            key={field}
            label={t(field)}
            description={t(`${field}Hint`)}
            {...text(field)}
            inputMode="numeric"
            pattern="[0-9]*"
            inputWrapperOrder={hintBelow}
            maxLength={String(mostOf.count).length}
          />
        ))}
      </SimpleGrid>
    </Card>
  );
  const before = (
    <>
      {when}
      {howOften}
    </>
  );
  return <ItemForm form={form} add={t("addPromoCode")} what={what} before={before} />;
}
