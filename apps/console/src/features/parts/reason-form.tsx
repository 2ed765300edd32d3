"use client";
import { Button, Group, Stack, TextInput } from "@mantine/core";
import { mostOf } from "@stampbook/core/limits";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { Failed } from "../../rpc/failure.ts";
import { useFieldWords } from "../../ui/form/field-words.ts";
import { Form } from "../../ui/form/form.tsx";
import { Submit } from "../../ui/form/submit.tsx";
import { useFocusKept } from "../../ui/form/use-focus-back.ts";
import { useFocusWrong } from "../../ui/form/use-focus-wrong.ts";
import { Refusal } from "../../ui/refusal.tsx";

type ReasonFormProps = {
  submit: string;
  /** Whether the action cannot be undone, or takes something from the customer. */
  isDanger?: boolean;
  isBusy: boolean;
  failed: Failed | null;
  /** Whether a field among the children shows the error. */
  isShownAtField?: boolean;
  onBack: () => void;
  onSubmit: (reason: string) => void;
  children?: ReactNode;
};

/** Asks for a reason, for the audit log; Enter submits, Esc closes. */
export function ReasonForm({
  submit,
  isDanger = false,
  isBusy,
  failed,
  isShownAtField = false,
  onBack,
  onSubmit,
  children,
}: ReasonFormProps) {
  const t = useTranslations("reason");
  const [reason, setReason] = useState("");
  useFocusKept();
  const error = useFieldWords(failed)("reason");
  return (
    <Form
      ref={useFocusWrong(failed)}
      onKeyDown={(event) => event.key === "Escape" && onBack()}
      onSubmit={() => onSubmit(reason)}
    >
      <Stack gap="sm">
        {children}
        <TextInput
          label={t("label")}
          description={t("hint")}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={error}
          required
          withAsterisk={false}
          maxLength={mostOf.reason}
          autoFocus={!children}
          autoComplete="off"
        />
        {failed && !error && !isShownAtField ? <Refusal failed={failed} /> : null}
        <Group>
          <Submit loading={isBusy} {...(isDanger && { color: "red.8" })}>
            {submit}
          </Submit>
          <Button variant="default" onClick={onBack}>
            {t("back")}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
