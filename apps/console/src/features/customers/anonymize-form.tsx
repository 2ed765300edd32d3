"use client";
import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import type { Failed } from "../../rpc/failure.ts";
import { useFieldWords } from "../../ui/form/field-words.ts";
import { Form } from "../../ui/form/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Refusal } from "../../ui/refusal.tsx";

type AnonymizeFormProps = {
  name: string;
  isBusy: boolean;
  failed: Failed | null;
  onBack: () => void;
  onSubmit: (input: { reason: string; confirmation: string }) => void;
};

/** Explains which data is lost. Asks for the customer's name and a reason. Esc closes the form. */
export function AnonymizeForm({ name, isBusy, failed, onBack, onSubmit }: AnonymizeFormProps) {
  const t = useTranslations("privacy");
  const words = useTranslations("reason");
  const [reason, setReason] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const wrong = useFieldWords(failed);
  const isPlaced = wrong("reason") !== null || wrong("confirmation") !== null;
  return (
    <Form
      onKeyDown={({ key }) => key === "Escape" && onBack()}
      onSubmit={() => onSubmit({ reason, confirmation })}
    >
      <Stack gap="sm">
        <Notice tone="warn">{t("warning")}</Notice>
        <TextInput
          label={t.rich("confirmation", { name, bdi: (part) => <bdi>{part}</bdi> })}
          value={confirmation}
          onChange={({ currentTarget }) => setConfirmation(currentTarget.value)}
          error={wrong("confirmation")}
          required
          withAsterisk={false}
          autoFocus
          autoComplete="off"
        />
        <TextInput
          label={words("label")}
          description={t("reasonHint")}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={wrong("reason")}
          required
          withAsterisk={false}
          autoComplete="off"
        />
        {failed && !isPlaced ? <Refusal failed={failed} /> : null}
        <Group>
          <Button type="submit" color="red.8" loading={isBusy}>
            {t("anonymizeNow")}
          </Button>
          <Button variant="default" onClick={onBack}>
            {words("back")}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
