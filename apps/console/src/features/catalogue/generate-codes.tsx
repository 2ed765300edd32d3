"use client";
import { SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Card } from "../../ui/card.tsx";
import { useFieldWords } from "../../ui/field-words.ts";
import { FormFrame } from "../../ui/form-frame.tsx";
import { useAddress } from "../../ui/use-address.ts";
import { hintBelow } from "./period-fields.tsx";
import { TemplateSelect } from "./template-select.tsx";
import { ThingPage } from "./thing-page.tsx";

/** Begins the making of codes that nobody holds yet; how it goes on is shown on the next page. */
export function GenerateCodes() {
  const t = useTranslations("codes");
  const { get } = useAddress();
  const utils = trpc.useUtils();
  const router = useRouter();
  const [given, setGiven] = useState(() => ({
    templateId: get("template"),
    quantity: "",
    startDate: "",
    endDate: "",
  }));
  const change = (changes: Partial<typeof given>) =>
    setGiven((before) => ({ ...before, ...changes }));
  const work = trpc.staff.catalogue.generateCodes.useMutation({
    onSuccess: async ({ id }) => {
      await utils.staff.jobs.invalidate();
      router.push(`/catalogue/codes?open=${id}`);
    },
  });
  const failed = work.error && failureOf(work.error);
  const errorOf = useFieldWords(failed);
  return (
    <ThingPage title={t("generate")}>
      <FormFrame
        submit={t("generate")}
        isBusy={work.isPending}
        failed={failed}
        isShownAtField={Object.keys(given).some((field) => errorOf(field) !== null)}
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
              value={given.quantity}
              inputMode="numeric"
              pattern="[0-9]+"
              onChange={({ currentTarget }) => change({ quantity: currentTarget.value })}
              error={errorOf("quantity")}
              required
              withAsterisk={false}
              maxLength={6}
              maw={240}
              autoFocus={given.templateId !== ""}
              autoComplete="off"
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput
                type="date"
                label={t("startDate")}
                description={t("startDateHint")}
                value={given.startDate}
                onChange={({ currentTarget }) => change({ startDate: currentTarget.value })}
                error={errorOf("startDate")}
                inputWrapperOrder={hintBelow}
              />
              <TextInput
                type="date"
                label={t("endDate")}
                description={t("endDateHint")}
                value={given.endDate}
                onChange={({ currentTarget }) => change({ endDate: currentTarget.value })}
                error={errorOf("endDate")}
                inputWrapperOrder={hintBelow}
              />
            </SimpleGrid>
          </Stack>
        </Card>
      </FormFrame>
    </ThingPage>
  );
}
