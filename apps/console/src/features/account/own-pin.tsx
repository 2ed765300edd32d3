"use client";
import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Card } from "../../ui/card.tsx";
import { useFieldWords } from "../../ui/form/field-words.ts";
import { Form } from "../../ui/form/form.tsx";
import { Submit } from "../../ui/form/submit.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { AuthProblem } from "../session/auth-problem.tsx";
import { confirmPassword } from "../session/sign-in-client.ts";
import { useAuthCall } from "../session/use-auth-call.ts";

/**
 * Sets, changes or removes the person's PIN for shared devices. Setting and changing it need the password.
 */
export function OwnPin() {
  const t = useTranslations("account");
  const signIn = useTranslations("signIn");
  const utils = trpc.useUtils();
  const [pin, setPin] = useState("");
  const [password, setPassword] = useState("");
  const { call, problem, isBusy } = useAuthCall();
  const own = trpc.staff.ownPin.get.useQuery();
  const onSettled = () => utils.staff.ownPin.invalidate();
  const set = trpc.staff.ownPin.set.useMutation({ onSettled });
  const remove = trpc.staff.ownPin.remove.useMutation({ onSettled });
  const failed = set.error && failureOf(set.error);
  const wrong = useFieldWords(failed);
  const eye = { "aria-label": signIn("show") };

  async function save() {
    set.reset();
    remove.reset();
    if (!(await call(() => confirmPassword(password)))) return;
    await set.mutateAsync({ pin });
    setPin("");
    setPassword("");
  }

  return (
    <Card title={t("ownPin")}>
      <Form
        method="post"
        onSubmit={() => {
          // a refusal is shown at the field
          save().catch(() => {});
        }}
      >
        <Stack gap="sm">
          <Text c="dimmed">{t("ownPinLead")}</Text>
          <PasswordInput
            label={t("ownPinNew")}
            description={t("ownPinHint")}
            inputMode="numeric"
            // otherwise a browser would offer to save the PIN as the password
            autoComplete="one-time-code"
            maxLength={6}
            value={pin}
            onChange={({ currentTarget }) => setPin(currentTarget.value.replace(/\D/g, ""))}
            error={wrong("pin")}
            visibilityToggleButtonProps={eye}
          />
          <PasswordInput
            label={t("ownPinPassword")}
            autoComplete="current-password"
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            visibilityToggleButtonProps={eye}
          />
          <AuthProblem problem={problem} />
          {failed && !wrong("pin") ? <Refusal failed={failed} /> : null}
          {remove.error ? <Refusal failed={failureOf(remove.error)} /> : null}
          {set.isSuccess && (own.error || own.data?.isSet) ? (
            <Notice tone="good">{t("ownPinSaved")}</Notice>
          ) : null}
          {remove.isSuccess ? <Notice tone="good">{t("ownPinRemoved")}</Notice> : null}
          <Group>
            <Submit variant="default" loading={isBusy || set.isPending}>
              {t(own.data?.isSet ? "ownPinChange" : "ownPinSet")}
            </Submit>
            {own.data?.isSet ? (
              <Button variant="subtle" loading={remove.isPending} onClick={() => remove.mutate()}>
                {t("ownPinRemove")}
              </Button>
            ) : null}
          </Group>
        </Stack>
      </Form>
    </Card>
  );
}
