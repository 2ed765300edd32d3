"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Skeletons } from "../../ui/skeletons.tsx";
import { AskPassword } from "../session/ask-password.tsx";
import { AuthProblem } from "../session/auth-problem.tsx";
import { signInClient } from "../session/sign-in-client.ts";
import { readProblemOf, useAuthCall } from "../session/use-auth-call.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SetUpAuthenticator } from "./set-up-authenticator.tsx";
import type { useSession } from "./use-session.ts";

type Step =
  | { readonly name: "rest" | "enable" | "disable" | "newCodes" }
  | { readonly name: "scan"; readonly uri: string; readonly codes: readonly string[] }
  | { readonly name: "codes"; readonly codes: readonly string[] };

type FactorStepsProps = {
  account: Pick<ReturnType<typeof useSession>, "session" | "refresh">;
  /** Why to have a second factor; null if the page says it already. */
  lead: string | null;
  onSetUp?: () => void;
};

/** The steps that set up the authenticator app, renew its recovery codes, and switch it off. */
export function FactorSteps({ account, lead, onSetUp }: FactorStepsProps) {
  const t = useTranslations("account");
  const { session, refresh } = account;
  const [step, setStep] = useState<Step>({ name: "rest" });
  const { call, problem, isBusy, forget } = useAuthCall();
  const isOn = session.data?.user.twoFactorEnabled === true;
  const rest = () => setStep({ name: "rest" });
  const [isNew, setNew] = useState(false);
  // waits until the recovery codes are closed: while they are open, the browser asks before `onSetUp` reloads
  useEffect(() => {
    if (isNew && step.name === "rest") onSetUp?.();
  }, [isNew, step.name, onSetUp]);

  async function withPassword(password: string) {
    const { twoFactor } = signInClient;
    if (step.name === "enable") {
      const made = await call(() => twoFactor.enable({ password }));
      if (made && "totpURI" in made)
        setStep({ name: "scan", uri: made.totpURI, codes: made.backupCodes });
    } else if (step.name === "newCodes") {
      const made = await call(() => twoFactor.generateBackupCodes({ password }));
      if (made) setStep({ name: "codes", codes: made.backupCodes });
    } else if (await call(() => twoFactor.disable({ password }))) {
      await refresh();
      rest();
    }
  }

  return (
    <>
      {session.isPending ? <Skeletons count={1} height={lead ? 123 : 36} /> : null}
      <AuthProblem problem={readProblemOf(session.error)} />
      {step.name === "rest" && session.data ? (
        <Stack gap="sm">
          {lead ? <Text c="dimmed">{lead}</Text> : null}
          <Group>
            {isOn ? (
              <>
                <Button variant="default" onClick={() => setStep({ name: "newCodes" })}>
                  {t("newCodes")}
                </Button>
                <Button variant="default" onClick={() => setStep({ name: "disable" })}>
                  {t("disable")}
                </Button>
              </>
            ) : (
              <Button onClick={() => setStep({ name: "enable" })}>{t("setUp")}</Button>
            )}
          </Group>
        </Stack>
      ) : null}
      {step.name === "enable" || step.name === "disable" || step.name === "newCodes" ? (
        <AskPassword
          key={step.name}
          submit={t(step.name === "enable" ? "next" : step.name)}
          isBusy={isBusy}
          problem={problem}
          onBack={() => {
            forget();
            rest();
          }}
          onSubmit={(password) => void withPassword(password)}
        >
          {step.name === "disable" ? <Text>{t("disableLead")}</Text> : null}
        </AskPassword>
      ) : null}
      {step.name === "scan" ? (
        <SetUpAuthenticator
          uri={step.uri}
          onBack={rest}
          onDone={() => {
            setNew(true);
            setStep({ name: "codes", codes: step.codes });
            void refresh();
          }}
        />
      ) : null}
      {step.name === "codes" ? <RecoveryCodes codes={step.codes} onDone={rest} /> : null}
    </>
  );
}
