"use client";
import { PasswordInput, Stack } from "@mantine/core";
import { staffPasswordLength } from "@stampbook/core/limits";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { Card } from "../../ui/card.tsx";
import { Form } from "../../ui/form/form.tsx";
import { Submit } from "../../ui/form/submit.tsx";
import { Notice } from "../../ui/notice.tsx";
import { AuthProblem } from "../session/auth-problem.tsx";
import { signInClient } from "../session/sign-in-client.ts";
import { useAuthCall } from "../session/use-auth-call.ts";
import { useSession } from "./use-session.ts";

/**
 * Changes the password, and asks for the old one. All other sessions end, and the person's PIN for shared
 * devices is deleted.
 */
export function PasswordForm() {
  const t = useTranslations("account");
  const signIn = useTranslations("signIn");
  const [current, setCurrent] = useState("");
  const [wanted, setWanted] = useState("");
  const [done, setDone] = useState<{ readonly hadPin: boolean } | null>(null);
  const utils = trpc.useUtils();
  const { data: pin } = trpc.staff.ownPin.get.useQuery();
  const { refresh } = useSession();
  const { call, problem, isBusy } = useAuthCall();
  const eye = { "aria-label": signIn("show") };

  async function change() {
    setDone(null);
    const changed = await call(() =>
      signInClient.changePassword({
        currentPassword: current,
        newPassword: wanted,
        revokeOtherSessions: true,
      }),
    );
    if (!changed) return;
    setDone({ hadPin: pin?.isSet === true });
    setCurrent("");
    setWanted("");
    await Promise.all([refresh(), utils.staff.ownPin.invalidate()]);
  }

  return (
    <Card title={t("password")}>
      <Form method="post" onSubmit={() => void change()}>
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
          {done ? (
            <Notice tone="good">
              {t(done.hadPin && !pin?.isSet ? "changedWithPin" : "changed")}
            </Notice>
          ) : null}
          <Submit variant="default" loading={isBusy} style={{ alignSelf: "start" }}>
            {t("change")}
          </Submit>
        </Stack>
      </Form>
    </Card>
  );
}
