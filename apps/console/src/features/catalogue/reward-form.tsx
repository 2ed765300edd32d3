"use client";
import { Radio, Stack, Switch, TextInput } from "@mantine/core";
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
import { PeriodFields } from "./period-fields.tsx";
import type { Reward } from "./reward-facts.tsx";
import { TemplateSelect } from "./template-select.tsx";

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

/** A form's texts as the service takes them. */
function asInput({ stampsToRedeem, voucherTemplateId, stores, channels, ...given }: Given) {
  return {
    ...given,
    stampsToRedeem: given.kind === "fixed" ? Number(stampsToRedeem) : 0,
    voucherTemplateId: Number(voucherTemplateId) || null,
    stores: [...stores],
    channels: [...channels],
  };
}

/** Makes a reward, or changes one. */
export function RewardForm({ of }: { of: Reward | null }) {
  const t = useTranslations("catalogue");
  const api = useApi();
  const utils = trpc.useUtils();
  const router = useRouter();
  const [given, setGiven] = useState(() => fresh(of));
  const change = (changes: Partial<Given>) => setGiven((before) => ({ ...before, ...changes }));
  const work = useMutation({
    mutationFn: () =>
      of
        ? api.staff.catalogue.rewards.update.mutate({ id: of.id, ...asInput(given) })
        : api.staff.catalogue.rewards.create.mutate(asInput(given)),
    onSuccess: async ({ id }) => {
      await Promise.all([utils.staff.catalogue.invalidate(), utils.staff.till.invalidate()]);
      router.push(`/catalogue/rewards?open=${id}`);
    },
  });
  const failed = work.error && failureOf(work.error);
  const errorOf = useFieldWords(failed);
  return (
    <FormFrame
      submit={t(of ? "save" : "addReward")}
      isBusy={work.isPending}
      failed={failed}
      isShownAtField={[...Object.keys(given)].some((field) => errorOf(field) !== null)}
      backHref={of ? `/catalogue/rewards?open=${of.id}` : "/catalogue/rewards"}
      onSubmit={() => work.mutate()}
    >
      <Card title={t("what")}>
        <Stack gap="md">
          <TextInput
            label={t("name")}
            description={t("rewardNameHint")}
            value={given.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            error={errorOf("name")}
            required
            withAsterisk={false}
            maxLength={255}
            autoFocus={of === null}
            autoComplete="off"
          />
          <TextInput
            label={t("code")}
            description={t("rewardCodeHint")}
            value={given.code}
            onChange={({ currentTarget }) => change({ code: currentTarget.value })}
            error={errorOf("code")}
            required
            withAsterisk={false}
            maxLength={255}
            autoComplete="off"
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
              value={given.stampsToRedeem}
              inputMode="numeric"
              pattern="[0-9]+"
              onChange={({ currentTarget }) => change({ stampsToRedeem: currentTarget.value })}
              error={errorOf("stampsToRedeem")}
              required
              withAsterisk={false}
              maxLength={10}
              maw={200}
              autoComplete="off"
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
