"use client";
import { Radio, Stack, Textarea, TextInput } from "@mantine/core";
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
import { useDesk } from "../session/desk.tsx";
import { LimitFields } from "./limit-fields.tsx";
import type { VoucherTemplate } from "./voucher-template-facts.tsx";

const kinds = ["thing", "value", "balance"] as const;
type Kind = (typeof kinds)[number];

const fresh = (of: VoucherTemplate | null) => ({
  name: of?.name ?? "",
  kind: (of?.isDynamic ? "balance" : of?.value ? "value" : "thing") as Kind,
  value: of?.value?.replace(/\.00$/, "") ?? "",
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

/** A form's texts as the service takes them. */
function asInput({ kind, value, validityDays, stores, channels, ...given }: Given) {
  return {
    ...given,
    isDynamic: kind === "balance",
    value: kind === "thing" ? null : value.trim(),
    validityDays: validityDays.trim() === "" ? null : Number(validityDays),
    pictureUrl: given.pictureUrl.trim(),
    stores: [...stores],
    channels: [...channels],
  };
}

/** What customers read on the voucher, each with how much may be said. */
const texts = [
  ["description", 10_000],
  ["instructions", 10_000],
  ["termsAndConditions", 20_000],
] as const;

/** Makes a voucher template, or changes one. */
export function VoucherTemplateForm({ of }: { of: VoucherTemplate | null }) {
  const t = useTranslations("catalogue");
  const api = useApi();
  const utils = trpc.useUtils();
  const router = useRouter();
  const { currency } = useDesk().me.merchant;
  const [given, setGiven] = useState(() => fresh(of));
  const change = (changes: Partial<Given>) => setGiven((before) => ({ ...before, ...changes }));
  const work = useMutation({
    mutationFn: () =>
      of
        ? api.staff.catalogue.voucherTemplates.update.mutate({ id: of.id, ...asInput(given) })
        : api.staff.catalogue.voucherTemplates.create.mutate(asInput(given)),
    onSuccess: async ({ id }) => {
      await Promise.all([utils.staff.catalogue.invalidate(), utils.staff.till.invalidate()]);
      router.push(`/catalogue/voucher-templates?open=${id}`);
    },
  });
  const failed = work.error && failureOf(work.error);
  const errorOf = useFieldWords(failed);
  const list = "/catalogue/voucher-templates";
  return (
    <FormFrame
      submit={t(of ? "save" : "addVoucherTemplate")}
      isBusy={work.isPending}
      failed={failed}
      isShownAtField={[...Object.keys(given), "isDynamic"].some((field) => errorOf(field) !== null)}
      backHref={of ? `${list}?open=${of.id}` : list}
      onSubmit={() => work.mutate()}
    >
      <Card title={t("what")}>
        <Stack gap="md">
          <TextInput
            label={t("name")}
            description={t("templateNameHint")}
            value={given.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            error={errorOf("name")}
            required
            withAsterisk={false}
            maxLength={255}
            autoFocus={of === null}
            autoComplete="off"
          />
          <Radio.Group
            label={t("value")}
            description={of ? t("kindFixedHint") : undefined}
            value={given.kind}
            onChange={(kind) => change({ kind: kinds.find((one) => one === kind) ?? "thing" })}
            error={errorOf("isDynamic")}
          >
            <Stack gap="xs" mt="xs">
              {kinds.map((kind) => (
                <Radio
                  key={kind}
                  value={kind}
                  label={t(`templateKinds.${kind}`)}
                  description={t(`templateKindHints.${kind}`)}
                  // vouchers that are out work by it
                  disabled={of !== null && of.isDynamic !== (kind === "balance")}
                />
              ))}
            </Stack>
          </Radio.Group>
          {given.kind === "thing" ? null : (
            <TextInput
              label={t("amountIn", { currency })}
              value={given.value}
              inputMode="decimal"
              onChange={({ currentTarget }) => change({ value: currentTarget.value })}
              error={errorOf("value")}
              required
              withAsterisk={false}
              maxLength={15}
              maw={240}
              autoComplete="off"
            />
          )}
          <TextInput
            label={t("validityDays")}
            description={t("validityDaysHint")}
            value={given.validityDays}
            inputMode="numeric"
            pattern="[0-9]*"
            onChange={({ currentTarget }) => change({ validityDays: currentTarget.value })}
            error={errorOf("validityDays")}
            maxLength={5}
            maw={240}
            autoComplete="off"
          />
        </Stack>
      </Card>
      <LimitFields value={given} onChange={change} errorOf={errorOf} />
      <Card title={t("words")}>
        <Stack gap="md">
          <TextInput
            label={t("shortDescription")}
            description={t("shortDescriptionHint")}
            value={given.shortDescription}
            onChange={({ currentTarget }) => change({ shortDescription: currentTarget.value })}
            error={errorOf("shortDescription")}
            maxLength={1_000}
            autoComplete="off"
          />
          {texts.map(([field, most]) => (
            <Textarea
              key={field}
              label={t(field)}
              value={given[field]}
              onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
              error={errorOf(field)}
              maxLength={most}
              autosize
              minRows={2}
              maxRows={8}
            />
          ))}
          <TextInput
            type="url"
            label={t("picture")}
            description={t("pictureHint")}
            value={given.pictureUrl}
            onChange={({ currentTarget }) => change({ pictureUrl: currentTarget.value })}
            error={errorOf("pictureUrl")}
            maxLength={2_000}
            autoComplete="off"
          />
        </Stack>
      </Card>
    </FormFrame>
  );
}
