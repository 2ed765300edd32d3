"use client";
import { Radio, Stack, Switch, TextInput } from "@mantine/core";
import { mostOf } from "@stampbook/core/limits";
import { useTranslations } from "use-intl/react";
import { useApi } from "../../../rpc/use-api.ts";
import { Card } from "../../../ui/card.tsx";
import { FormFrame } from "../../../ui/form/form-frame.tsx";
import { TemplateSelect } from "../../parts/template-select.tsx";
import { LimitFields } from "../limit-fields.tsx";
import { PeriodFields } from "../period-fields.tsx";
import { useItemForm } from "../use-item-form.ts";
import type { Reward } from "./reward-facts.tsx";

const fresh = (of: Reward | null) => ({
  name: of?.name ?? "",
  code: of?.code ?? "",
  kind: of?.kind ?? ("fixed" as const),
  stampsToRedeem: of?.kind === "fixed" ? String(of.stampsToRedeem) : "",
  voucherTemplateId: String(of?.voucherTemplateId ?? ""),
  isActive: of?.isActive ?? true,
  startDate: of?.startDate ?? "",
  endDate: of?.endDate ?? "",
  stores: of?.stores ?? [],
  channels: of?.channels ?? [],
});
type Given = ReturnType<typeof fresh>;

/** Converts a form's texts to the service's input. */
function asInput({ stampsToRedeem, voucherTemplateId, stores, channels, ...given }: Given) {
  return {
    ...given,
    stampsToRedeem: given.kind === "fixed" ? Number(stampsToRedeem) : 0,
    voucherTemplateId: Number(voucherTemplateId) || null,
    stores: [...stores],
    channels: [...channels],
  };
}

/** Creates or edits a reward. */
export function RewardForm({ of }: { of: Reward | null }) {
  const t = useTranslations("catalogue");
  const api = useApi();
  const { given, change, errorOf, text, frame } = useItemForm({
    list: "/catalogue/rewards",
    of,
    given: () => fresh(of),
    save: (given) =>
      of
        ? api.staff.catalogue.rewards.update.mutate({ id: of.id, ...asInput(given) })
        : api.staff.catalogue.rewards.create.mutate(asInput(given)),
  });
  return (
    <FormFrame submit={t(of ? "save" : "addReward")} {...frame}>
      <Card title={t("what")}>
        <Stack gap="md">
          <TextInput
            label={t("name")}
            description={t("rewardNameHint")}
            {...text("name")}
            required
            withAsterisk={false}
            maxLength={mostOf.name}
            autoFocus={of === null}
          />
          <TextInput
            label={t("code")}
            description={t("rewardCodeHint")}
            {...text("code")}
            required
            withAsterisk={false}
            maxLength={mostOf.code}
          />
          <Radio.Group
            label={t("price")}
            value={given.kind}
            onChange={(kind) => change({ kind: kind === "flexible" ? "flexible" : "fixed" })}
            error={errorOf("kind")}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="fixed" label={t("fixed")} description={t("fixedHint")} />
              <Radio value="flexible" label={t("flexible")} description={t("flexibleHint")} />
            </Stack>
          </Radio.Group>
          {given.kind === "fixed" ? (
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
            value={given.voucherTemplateId}
            onChange={(voucherTemplateId) => change({ voucherTemplateId })}
            error={errorOf("voucherTemplateId")}
            known={
              of?.voucherTemplateId
                ? { id: of.voucherTemplateId, name: of.voucherTemplateName ?? "" }
                : null
            }
          />
        </Stack>
      </Card>
      <Card title={t("when")}>
        <Stack gap="md">
          <Switch
            label={t("switchedOn")}
            description={t("rewardOnHint")}
            checked={given.isActive}
            onChange={({ currentTarget }) => change({ isActive: currentTarget.checked })}
          />
          <PeriodFields value={given} onChange={change} errorOf={errorOf} />
        </Stack>
      </Card>
      <LimitFields value={given} onChange={change} errorOf={errorOf} />
    </FormFrame>
  );
}
