"use client";
import { Stack, TextInput } from "@mantine/core";
import { mostOf } from "@stampbook/core/limits";
import { useRouter } from "next/navigation";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { useOnce } from "../../../rpc/use-once.ts";
import { Card } from "../../../ui/card.tsx";
import { FormFrame } from "../../../ui/form/form-frame.tsx";
import { useFields, useForm } from "../../../ui/form/use-form.ts";
import { useAddress } from "../../../ui/use-address.ts";
import { TemplateSelect } from "../../parts/template-select.tsx";
import { NewItemPage } from "../item-page.tsx";
import { PeriodFields } from "../period-fields.tsx";

type Wish = { templateId: number; quantity: number; startDate: string; endDate: string };

/** Starts generating unassigned codes; the next page shows the progress. */
export function GenerateCodes() {
  const t = useTranslations("codes");
  const { get } = useAddress();
  const utils = trpc.useUtils();
  const router = useRouter();
  const form = useForm(() => ({
    templateId: get("template"),
    quantity: "",
    startDate: "",
    endDate: "",
  }));
  const { given, change, isChanged, keep } = form;
  const work = useOnce({
    send: (api, input: Wish, options) => api.staff.catalogue.generateCodes.mutate(input, options),
    onSuccess: async ({ id }) => {
      keep();
      await utils.staff.jobs.invalidate();
      router.push(`/catalogue/codes?open=${id}`);
    },
  });
  const failed = work.error && failureOf(work.error);
  const { errorOf, text, isShownAtField } = useFields(form, failed);
  return (
    <NewItemPage title={t("generate")}>
      <FormFrame
        submit={t("generate")}
        isBusy={work.isPending}
        failed={failed}
        isChanged={isChanged}
        isShownAtField={isShownAtField}
        backHref="/catalogue/codes"
        onSubmit={() =>
          work.mutate({
            templateId: Number(given.templateId),
            quantity: Number(given.quantity),
            startDate: given.startDate,
            endDate: given.endDate,
          })
        }
      >
        <Card>
          <Stack gap="md">
            <TemplateSelect
              label={t("template")}
              description={t("templateHint")}
              value={given.templateId}
              onChange={(templateId) => change({ templateId })}
              error={errorOf("templateId")}
              autoFocus={given.templateId === ""}
            />
            <TextInput
              label={t("quantity")}
              description={t("quantityHint")}
              {...text("quantity")}
              inputMode="numeric"
              pattern="[0-9]+"
              required
              withAsterisk={false}
              maxLength={String(mostOf.generated).length}
              maw={240}
              autoFocus={given.templateId !== ""}
            />
            <PeriodFields words="codes" value={given} onChange={change} errorOf={errorOf} />
          </Stack>
        </Card>
      </FormFrame>
    </NewItemPage>
  );
}
