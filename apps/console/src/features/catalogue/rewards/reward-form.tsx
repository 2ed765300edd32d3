"use client";
import { Radio, Stack, TextInput } from "@mantine/core";
import { mostOf } from "@stampbook/core/limits";
import { useTranslations } from "use-intl/react";
import { TemplateSelect } from "../../parts/template-select.tsx";
import { ItemForm, RequiredText, WhenCard } from "../item-form.tsx";
import type { Reward } from "./reward-facts.tsx";
import { RewardTexts } from "./reward-texts.tsx";
import { useRewardForm } from "./use-reward-form.ts";

/** The form of a reward; null creates a new one. */
export function RewardForm({ reward }: { reward: Reward | null }) {
  const t = useTranslations("catalogue");
  const form = useRewardForm(reward);
  const { values, change, errorOf, text, isNew } = form;
  const what = (
    <>
      <RequiredText form={form} name="name" description={t("rewardNameHint")} autoFocus={isNew} />
      <RequiredText
        form={form}
        name="code"
        description={t("rewardCodeHint")}
        // an imported reward may have no code
        required={reward?.code !== ""}
      />
      <Radio.Group
        label={t("price")}
        value={values.kind}
        onChange={(kind) => change({ kind: kind === "flexible" ? "flexible" : "fixed" })}
        error={errorOf("kind")}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="fixed" label={t("fixed")} description={t("fixedHint")} />
          <Radio value="flexible" label={t("flexible")} description={t("flexibleHint")} />
        </Stack>
      </Radio.Group>
      {values.kind === "fixed" ? (
        <TextInput
          label={t("stampsToRedeem")}
          {...text("stampsToRedeem")}
          inputMode="numeric"
          pattern="[0-9]+"
          required
          withAsterisk={false}
          maxLength={String(mostOf.stamps).length}
          maw={200}
        />
      ) : null}
      <TemplateSelect
        label={t("gives")}
        description={t("givesHint")}
        none={t("givesNone")}
        value={values.voucherTemplateId}
        onChange={(voucherTemplateId) => change({ voucherTemplateId })}
        error={errorOf("voucherTemplateId")}
        known={
          reward?.voucherTemplateId
            ? { id: reward.voucherTemplateId, name: reward.voucherTemplateName ?? "" }
            : null
        }
      />
    </>
  );
  return (
    <ItemForm
      form={form}
      add={t("addReward")}
      what={what}
      before={<WhenCard form={form} hint={t("rewardOnHint")} />}
      after={<RewardTexts form={form} />}
    />
  );
}
