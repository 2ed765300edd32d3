"use client";
import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Confirm } from "../../ui/confirm.tsx";
import { Moment } from "../../ui/moment.tsx";
import ui from "../../ui/ui.module.css";
import { AuthProblem } from "./auth-problem.tsx";
import { useDesk } from "./desk.tsx";
import { signInClient } from "./sign-in-client.ts";
import { useAuthCall } from "./use-auth-call.ts";

type PasskeyProps = { id: string; name: string; createdAt: Date; onChanged: () => Promise<void> };

/** One passkey: its name can be changed, and it can be taken away. */
export function Passkey({ id, name, createdAt, onChanged }: PasskeyProps) {
  const t = useTranslations("account");
  const { me } = useDesk();
  const [wanted, setWanted] = useState<string | null>(null);
  const { call, problem, isBusy } = useAuthCall();
  const { passkey } = signInClient;

  async function change(work: Parameters<typeof call>[0]) {
    if ((await call(work)) === null) return;
    await onChanged();
    setWanted(null);
  }

  if (wanted !== null)
    return (
      <li>
        <form
          onKeyDown={(event) => event.key === "Escape" && setWanted(null)}
          onSubmit={(event) => {
            event.preventDefault();
            void change(() => passkey.updatePasskey({ id, name: wanted.trim() || name }));
          }}
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
          <AuthProblem of={problem} />
        </form>
      </li>
    );
  return (
    <li>
      <span>
        <bdi>{name}</bdi>
        <br />
        <span className={`${ui.quiet} ${ui.small}`}>
          {t("added")} <Moment at={createdAt.toISOString()} timeZone={me.merchant.timezone} />
        </span>
      </span>
      <Group gap="xs">
        <Button variant="default" onClick={() => setWanted(name)}>
          {t("rename")}
        </Button>
        <Confirm
          submit={t("remove")}
          isBusy={isBusy}
          failed={null}
          onConfirm={() => void change(() => passkey.deletePasskey({ id }))}
        >
          {t.rich("removeAsk", { name, bdi: (text) => <bdi>{text}</bdi> })}
        </Confirm>
      </Group>
      <AuthProblem of={problem} />
    </li>
  );
}
