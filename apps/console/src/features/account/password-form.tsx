"use client";
import { PasswordInput, Stack } from "@mantine/core";
import { staffPasswordLength } from "@stampbook/core/limits";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Card } from "../../ui/card.tsx";
import { Submit } from "../../ui/form/submit.tsx";
import { Notice } from "../../ui/notice.tsx";
import { AuthProblem } from "../session/auth-problem.tsx";
import { signInClient } from "../session/sign-in-client.ts";
import { useAuthCall } from "../session/use-auth-call.ts";

/** Changes the password, and asks for the old one. All other sessions end. */
export function PasswordForm() {
  const t = useTranslations("account");
  const signIn = useTranslations("signIn");
  const [current, setCurrent] = useState("");
  const [wanted, setWanted] = useState("");
  const [isDone, setDone] = useState(false);
  const { call, problem, isBusy } = useAuthCall();
  const eye = { "aria-label": signIn("show") };

  async function change() {
    setDone(false);
    const done = await call(() =>
      signInClient.changePassword({
        currentPassword: current,
        newPassword: wanted,
        revokeOtherSessions: true,
      }),
    );
    if (!done) return;
    setDone(true);
    setCurrent("");
    setWanted("");
  }

  return (
    <Card title={t("password")}>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          void change();
        }}
      >
        <Stack gap="sm">
          <PasswordInput
            label={t("current")}
            autoComplete="current-password"
            value={current}
            onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
            visibilityToggleButtonProps={eye}
          />
          <PasswordInput
            label={t("new")}
            description={t("newHint", { count: staffPasswordLength.shortest })}
            autoComplete="new-password"
            value={wanted}
            onChange={({ currentTarget }) => setWanted(currentTarget.value)}
            visibilityToggleButtonProps={eye}
          />
          <AuthProblem problem={problem} />
          {isDone ? <Notice tone="good">{t("changed")}</Notice> : null}
          <Submit variant="default" loading={isBusy} style={{ alignSelf: "start" }}>
            {t("change")}
          </Submit>
        </Stack>
      </form>
    </Card>
  );
}
