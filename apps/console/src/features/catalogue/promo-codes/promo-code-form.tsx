"use client";
import { SimpleGrid, Stack, Switch, TextInput } from "@mantine/core";
import { mostOf } from "@stampbook/core/limits";
import { useTranslations } from "use-intl/react";
import { useApi } from "../../../rpc/use-api.ts";
import { Card } from "../../../ui/card.tsx";
import { FormFrame } from "../../../ui/form/form-frame.tsx";
import { hintBelow } from "../../../ui/form/hint-below.ts";
import { LimitFields } from "../limit-fields.tsx";
import { PeriodFields } from "../period-fields.tsx";
import { useItemForm } from "../use-item-form.ts";
import { hourOf, type PromoCode } from "./promo-code-facts.tsx";

const fresh = (of: PromoCode | null) => ({
  name: of?.name ?? "",
  code: of?.code ?? "",
  isActive: of?.isActive ?? true,
  startDate: of?.startDate ?? "",
  endDate: of?.endDate ?? "",
  startTime: hourOf(of?.startTime ?? ""),
  endTime: hourOf(of?.endTime ?? ""),
  maxUses: String(of?.maxUses ?? ""),
  maxUsesPerCustomer: String(of?.maxUsesPerCustomer ?? ""),
  stores: of?.stores ?? [],
  channels: of?.channels ?? [],
});
type Given = ReturnType<typeof fresh>;

const countOf = (text: string) => (text.trim() === "" ? null : Number(text));

/** Converts a form's texts to the service's input. */
function asInput({ maxUses, maxUsesPerCustomer, stores, channels, ...given }: Given) {
  return {
    ...given,
    maxUses: countOf(maxUses),
    maxUsesPerCustomer: countOf(maxUsesPerCustomer),
    stores: [...stores],
    channels: [...channels],
  };
}

const hours = ["startTime", "endTime"] as const;
const limits = ["maxUses", "maxUsesPerCustomer"] as const;

/** Creates or edits a promo code. */
export function PromoCodeForm({ of }: { of: PromoCode | null }) {
  const t = useTranslations("catalogue");
  const api = useApi();
  const { given, change, errorOf, text, frame } = useItemForm({
    list: "/catalogue/promo-codes",
    of,
    given: () => fresh(of),
    save: (given) =>
      of
        ? api.staff.catalogue.promoCodes.update.mutate({ id: of.id, ...asInput(given) })
        : api.staff.catalogue.promoCodes.create.mutate(asInput(given)),
  });
  return (
    <FormFrame submit={t(of ? "save" : "addPromoCode")} {...frame}>
      <Card title={t("what")}>
        <Stack gap="md">
          <TextInput
            label={t("code")}
            description={t("promoCodeHint")}
            {...text("code")}
            required
            withAsterisk={false}
            maxLength={mostOf.code}
            autoFocus={of === null}
            autoCapitalize="characters"
          />
          <TextInput
            label={t("name")}
            description={t("promoNameHint")}
            {...text("name")}
            required
            withAsterisk={false}
            maxLength={mostOf.name}
          />
        </Stack>
      </Card>
      <Card title={t("when")}>
        <Stack gap="md">
          <Switch
            label={t("switchedOn")}
            description={t("promoOnHint")}
            checked={given.isActive}
            onChange={({ currentTarget }) => change({ isActive: currentTarget.checked })}
          />
          <PeriodFields value={given} onChange={change} errorOf={errorOf} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {hours.map((field) => (
              <TextInput
                key={field}
                type="time"
                step={given[field].length > "00:00".length ? 1 : undefined}
                label={t(field)}
                description={t(`${field}Hint`)}
                {...text(field)}
                inputWrapperOrder={hintBelow}
              />
            ))}
          </SimpleGrid>
        </Stack>
      </Card>
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
      <LimitFields value={given} onChange={change} errorOf={errorOf} />
    </FormFrame>
  );
}
