"use client";
import { Button, Group, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Form } from "../../ui/form/form.tsx";
import { Moment } from "../../ui/moment.tsx";
import ui from "../../ui/ui.module.css";
import { AskPassword } from "../session/ask-password.tsx";
import { AuthProblem } from "../session/auth-problem.tsx";
import { useDesk } from "../session/desk.tsx";
import { confirmPassword, signInClient } from "../session/sign-in-client.ts";
import { useAuthCall } from "../session/use-auth-call.ts";

type PasskeyProps = { id: string; name: string; createdAt: Date; onChanged: () => Promise<void> };

/** One passkey, which can be renamed or removed. */
export function Passkey({ id, name, createdAt, onChanged }: PasskeyProps) {
  const t = useTranslations("account");
  const { me } = useDesk();
  const [wanted, setWanted] = useState<string | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const { call, problem, isBusy, forget } = useAuthCall();
  const { passkey } = signInClient;

  async function change(work: Parameters<typeof call>[0]) {
    if ((await call(work)) === null) return;
    await onChanged();
    setWanted(null);
  }

  async function remove(password: string) {
    if (await call(() => confirmPassword(password)))
      await change(() => passkey.deletePasskey({ id }));
  }

  if (isRemoving)
    return (
      <li>
        <AskPassword
          submit={t("remove")}
          isBusy={isBusy}
          problem={problem}
          onBack={() => {
            forget();
            setRemoving(false);
          }}
          onSubmit={(password) => void remove(password)}
        >
          <Text>{t.rich("removeAsk", { name, bdi: (text) => <bdi>{text}</bdi> })}</Text>
        </AskPassword>
      </li>
    );
  if (wanted !== null)
    return (
      <li>
        <Form
          onKeyDown={(event) => event.key === "Escape" && setWanted(null)}
          onSubmit={() =>
            void change(() => passkey.updatePasskey({ id, name: wanted.trim() || name }))
          }
        >
          <Group align="end" gap="sm">
            <TextInput
              label={t("addName")}
              value={wanted}
              onChange={({ currentTarget }) => setWanted(currentTarget.value)}
              autoFocus
            />
            <Button type="submit" loading={isBusy}>
              {t("save")}
            </Button>
            <Button variant="default" onClick={() => setWanted(null)}>
              {t("back")}
            </Button>
          </Group>
          <AuthProblem problem={problem} />
        </Form>
      </li>
    );
  return (
    <li>
      <span>
        <bdi>{name}</bdi>
        <br />
        <span className={`${ui.quiet} ${ui.small}`}>
          {t("added")} <Moment time={createdAt.toISOString()} timeZone={me.merchant.timezone} />
        </span>
      </span>
      <Group gap="xs">
        <Button variant="default" onClick={() => setWanted(name)}>
          {t("rename")}
        </Button>
        <Button variant="default" onClick={() => setRemoving(true)}>
          {t("remove")}
        </Button>
      </Group>
      <AuthProblem problem={problem} />
    </li>
  );
}
