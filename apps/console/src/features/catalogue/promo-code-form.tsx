"use client";
import { SimpleGrid, Stack, Switch, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useApi } from "../../rpc/use-api.ts";
import { Card } from "../../ui/card.tsx";
import { useFieldWords } from "../../ui/field-words.ts";
import { FormFrame } from "../../ui/form-frame.tsx";
import { LimitFields } from "./limit-fields.tsx";
import { hintBelow, PeriodFields } from "./period-fields.tsx";
import type { PromoCode } from "./promo-code-facts.tsx";

const fresh = (of: PromoCode | null) => ({
  name: of?.name ?? "",
  code: of?.code ?? "",
  isActive: of?.isActive ?? true,
  startDate: of?.startDate ?? "",
  endDate: of?.endDate ?? "",
  startTime: of?.startTime?.slice(0, 5) ?? "",
  endTime: of?.endTime?.slice(0, 5) ?? "",
  maxUses: String(of?.maxUses ?? ""),
  maxUsesPerCustomer: String(of?.maxUsesPerCustomer ?? ""),
  stores: of?.stores ?? [],
  channels: of?.channels ?? [],
});
type Given = ReturnType<typeof fresh>;

const countOf = (text: string) => (text.trim() === "" ? null : Number(text));

/** A form's texts as the service takes them. */
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

/** Makes a promo code, or changes one. */
export function PromoCodeForm({ of }: { of: PromoCode | null }) {
  const t = useTranslations("catalogue");
  const api = useApi();
  const utils = trpc.useUtils();
  const router = useRouter();
  const [given, setGiven] = useState(() => fresh(of));
  const change = (changes: Partial<Given>) => setGiven((before) => ({ ...before, ...changes }));
  const work = useMutation({
    mutationFn: () =>
      of
        ? api.staff.catalogue.promoCodes.update.mutate({ id: of.id, ...asInput(given) })
        : api.staff.catalogue.promoCodes.create.mutate(asInput(given)),
    onSuccess: async ({ id }) => {
      await utils.staff.catalogue.invalidate();
      router.push(`/catalogue/promo-codes?open=${id}`);
    },
  });
  const failed = work.error && failureOf(work.error);
  const errorOf = useFieldWords(failed);
  const list = "/catalogue/promo-codes";
  return (
    <FormFrame
      submit={t(of ? "save" : "addPromoCode")}
      isBusy={work.isPending}
      failed={failed}
      isShownAtField={[...Object.keys(given)].some((field) => errorOf(field) !== null)}
      backHref={of ? `${list}?open=${of.id}` : list}
      onSubmit={() => work.mutate()}
    >
      <Card title={t("what")}>
        <Stack gap="md">
          <TextInput
            label={t("code")}
            description={t("promoCodeHint")}
            value={given.code}
            onChange={({ currentTarget }) => change({ code: currentTarget.value })}
            error={errorOf("code")}
            required
            withAsterisk={false}
            maxLength={255}
            autoFocus={of === null}
            autoComplete="off"
            autoCapitalize="characters"
          />
          <TextInput
            label={t("name")}
            description={t("promoNameHint")}
            value={given.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            error={errorOf("name")}
            required
            withAsterisk={false}
            maxLength={255}
            autoComplete="off"
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
                label={t(field)}
                description={t(`${field}Hint`)}
                value={given[field]}
                onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
                error={errorOf(field)}
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
              value={given[field]}
              inputMode="numeric"
              pattern="[0-9]*"
              onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
              error={errorOf(field)}
              inputWrapperOrder={hintBelow}
              maxLength={10}
              autoComplete="off"
            />
          ))}
        </SimpleGrid>
      </Card>
      <LimitFields value={given} onChange={change} errorOf={errorOf} />
    </FormFrame>
  );
}
