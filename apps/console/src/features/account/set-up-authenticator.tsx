"use client";
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Copy } from "../../ui/copy.tsx";
import { Form } from "../../ui/form/form.tsx";
import { AuthProblem } from "../session/auth-problem.tsx";
import { signInClient } from "../session/sign-in-client.ts";
import { useAuthCall } from "../session/use-auth-call.ts";
import css from "./account.module.css";

const QrCode = dynamic(() => import("./qr-code.tsx"), { ssr: false });

type SetUpAuthenticatorProps = { uri: string; onBack: () => void; onDone: () => void };

/** Shows a secret for an authenticator app. The second factor becomes active with the first right code. */
export function SetUpAuthenticator({ uri, onBack, onDone }: SetUpAuthenticatorProps) {
  const t = useTranslations("account");
  const [code, setCode] = useState("");
  const { call, problem, isBusy } = useAuthCall();
  const key = new URL(uri).searchParams.get("secret") ?? "";

  async function confirm() {
    const digits = code.replace(/\s/g, "");
    if (await call(() => signInClient.twoFactor.verifyTotp({ code: digits }))) onDone();
  }

  return (
    <Form method="post" onSubmit={() => void confirm()}>
      <Stack gap="sm">
        <Text>{t("scan")}</Text>
        <QrCode text={uri} label={t("qr")} />
        <div className={css.secret}>
          <span>{t("key")}:</span> <code>{key.replace(/(.{4})(?=.)/g, "$1 ")}</code>
          <Copy text={key} />
        </div>
        <TextInput
          label={t("code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          maw={220}
        />
        <AuthProblem problem={problem} />
        <Group>
          <Button type="submit" loading={isBusy}>
            {t("confirm")}
          </Button>
          <Button variant="default" onClick={onBack}>
            {t("back")}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
