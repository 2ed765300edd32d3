"use client";
import { Button, Group, Text, TextInput } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Card } from "../../ui/card.tsx";
import { Form } from "../../ui/form/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { AskPassword } from "../session/ask-password.tsx";
import { AuthProblem } from "../session/auth-problem.tsx";
import { isNamedHost } from "../session/passkey-host.ts";
import { confirmPassword, signInClient } from "../session/sign-in-client.ts";
import { readProblemOf, useAuthCall } from "../session/use-auth-call.ts";
import css from "./account.module.css";
import { Passkey } from "./passkey.tsx";
import { useSession } from "./use-session.ts";

/** Fingerprints, faces and security keys for sign-in. */
export function Passkeys() {
  const t = useTranslations("account");
  const { passkeys, refresh } = useSession();
  const [name, setName] = useState("");
  const [isAdding, setAdding] = useState(false);
  const [elsewhere, setElsewhere] = useState<string | null>(null);
  const { call, problem, isBusy, forget } = useAuthCall();
  useEffect(() => {
    const { hostname, protocol, port } = window.location;
    if (!isNamedHost(hostname)) setElsewhere(`${protocol}//localhost${port && `:${port}`}`);
  }, []);

  async function add(password: string) {
    if (!(await call(() => confirmPassword(password)))) return;
    const added = await call(async () => {
      const answer = await signInClient.passkey.addPasskey({ name: name.trim() || t("noName") });
      return { data: true, error: answer.error };
    });
    if (!added) return;
    setName("");
    setAdding(false);
    await refresh();
  }

  return (
    <Card title={t("passkeys")}>
      <Text c="dimmed" mb="sm">
        {t("passkeysLead")}
      </Text>
      {passkeys.isPending ? <Skeletons count={1} /> : null}
      <AuthProblem problem={readProblemOf(passkeys.error)} />
      {passkeys.data?.length ? (
        <ul className={css.rows} aria-label={t("passkeys")}>
          {passkeys.data.map((one) => (
            <Passkey
              key={one.id}
              id={one.id}
              name={one.name || t("noName")}
              createdAt={new Date(one.createdAt ?? 0)}
              onChanged={refresh}
            />
          ))}
        </ul>
      ) : null}
      {passkeys.data && !passkeys.data.length ? <p>{t("noPasskeys")}</p> : null}
      {elsewhere ? (
        <Notice tone="plain">{t("byName", { address: elsewhere })}</Notice>
      ) : isAdding ? (
        <AskPassword
          submit={t("add")}
          isBusy={isBusy}
          problem={problem}
          onBack={() => {
            forget();
            setAdding(false);
          }}
          onSubmit={(password) => void add(password)}
        />
      ) : (
        <Form onSubmit={() => setAdding(true)}>
          <Group align="end" gap="sm">
            <TextInput
              label={t("addName")}
              description={t("addNameHint")}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
              autoComplete="off"
            />
            <Button
              type="submit"
              variant="default"
              leftSection={<IconFingerprint size={18} aria-hidden />}
            >
              {t("add")}
            </Button>
          </Group>
        </Form>
      )}
    </Card>
  );
}
