"use client";
import { Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { mostOf } from "@stampbook/core/limits";
import { useTranslations } from "use-intl/react";
import { Card } from "../../../ui/card.tsx";
import { useDesk } from "../../session/desk.tsx";
import type { RewardFormState } from "./use-reward-form.ts";

/** The reward's texts, pictures and price in money, as customers see them in apps. */
export function RewardTexts({ form }: { form: RewardFormState }) {
  const t = useTranslations("catalogue");
  const { currency } = useDesk().me.merchant;
  const { values, change, text, priceError, priceRef } = form;
  const address = (name: "imageUrl" | "landscapeUrl", label: string) => (
    <TextInput
      // not type="url", because an imported address may be relative, and browsers refuse to send that
      inputMode="url"
      label={label}
      description={t("pictureHint")}
      {...text(name)}
      maxLength={mostOf.pictureUrl}
    />
  );
  const long = (name: "description" | "terms", most: number) => (
    <Textarea label={t(name)} {...text(name)} maxLength={most} autosize minRows={2} maxRows={8} />
  );
  return (
    <Card title={t("words")}>
      <Stack gap="md">
        <Switch
          label={t("isVisible")}
          description={t("isVisibleHint")}
          checked={values.isVisible}
          onChange={({ currentTarget }) => change({ isVisible: currentTarget.checked })}
        />
        {long("description", mostOf.description)}
        {long("terms", mostOf.termsAndConditions)}
        <TextInput
          label={t("usualPriceIn", { currency })}
          description={t("usualPriceHint")}
          {...text("price")}
          error={priceError}
          ref={priceRef}
          inputMode="decimal"
          maxLength={24}
          maw={240}
        />
        {address("imageUrl", t("picture"))}
        {address("landscapeUrl", t("landscape"))}
      </Stack>
    </Card>
  );
}
