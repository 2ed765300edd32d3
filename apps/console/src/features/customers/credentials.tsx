"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Card } from "../../ui/card.tsx";
import { useFocusBack } from "../../ui/form/use-focus-back.ts";
import { Notice } from "../../ui/notice.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { State } from "../../ui/state.tsx";
import { ReasonForm } from "../parts/reason-form.tsx";
import { useDesk } from "../session/desk.tsx";

type CredentialState = Outputs["staff"]["customers"]["get"]["credentials"];
type CredentialsProps = { id: number; credentials: CredentialState };

const tones = { none: "plain", open: "good", blocked: "bad" } as const;

/** The state of a customer's secrets, and actions for a customer who is locked out. */
export function Credentials({ id, credentials }: CredentialsProps) {
  const t = useTranslations("credentials");
  const { may } = useDesk();
  const utils = trpc.useUtils();
  const [isAsking, setAsking] = useState(false);
  const back = useFocusBack(isAsking);
  const refresh = () => utils.staff.customers.invalidate();
  const unblock = trpc.staff.customers.unblockPin.useMutation({
    onSuccess: () => {
      setAsking(false);
      return refresh();
    },
  });
  const reset = trpc.otp.resetLimit.useMutation({ onSuccess: refresh });
  const hours =
    credentials.pin.secondsToLapse === null
      ? null
      : Math.ceil(credentials.pin.secondsToLapse / 3600);
  const lapses = (hours: number) =>
    hours > 48 ? t("lapsesDays", { days: Math.ceil(hours / 24) }) : t("lapses", { hours });
  return (
    <Card title={t("title")}>
      <Stack gap="sm">
        <Group justify="space-between">
          <span>
            {t("pin")} <State tone={tones[credentials.pin.state]}>{t(credentials.pin.state)}</State>
          </span>
          {may("staff.customers.unblockPin") && credentials.pin.state !== "none" && !isAsking ? (
            <Button
              ref={back}
              variant={credentials.pin.state === "blocked" ? "filled" : "subtle"}
              size={credentials.pin.state === "blocked" ? "sm" : "compact-sm"}
              onClick={() => setAsking(true)}
            >
              {t("unblock")}
            </Button>
          ) : null}
        </Group>
        <Text size="sm" c="dimmed">
          {credentials.pin.state === "open"
            ? t("attempts", { count: credentials.pin.attemptsLeft })
            : null}
          {credentials.pin.state === "blocked" && hours !== null ? lapses(hours) : null}
        </Text>
        {isAsking ? (
          <ReasonForm
            submit={t("unblock")}
            isBusy={unblock.isPending}
            failed={unblock.error && failureOf(unblock.error)}
            onBack={() => setAsking(false)}
            onSubmit={(reason) => unblock.mutate({ customerId: id, reason })}
          />
        ) : null}
        {unblock.isSuccess ? <Notice tone="good">{t("unblocked")}</Notice> : null}
        {may("otp.resetLimit") ? (
          <Group justify="space-between">
            <span>{t("otp")}</span>
            <Button
              variant="subtle"
              size="compact-sm"
              loading={reset.isPending}
              onClick={() => reset.mutate({ user: id })}
            >
              {t("resetOtp")}
            </Button>
          </Group>
        ) : null}
        {reset.isSuccess ? <Notice tone="good">{t("otpReset")}</Notice> : null}
        {reset.error ? <Refusal failed={failureOf(reset.error)} /> : null}
      </Stack>
    </Card>
  );
}
