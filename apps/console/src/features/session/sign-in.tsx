"use client";
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Notice } from "../../ui/notice.tsx";
import { Submit } from "../../ui/submit.tsx";
import ui from "../../ui/ui.module.css";
import { insideOf } from "./inside-of.ts";
import { isNamedHost } from "./passkey-host.ts";
import css from "./sign-in.module.css";
import { signInClient } from "./sign-in-client.ts";

type Answer = { error: { status: number; code?: string | undefined } | null };

function problemOf({ error }: Answer) {
  if (!error) return null;
  if (error.status === 429) return "tooMany" as const;
  if (error.code === "INVALID_CODE") return "wrongCode" as const;
  if (error.code === "INVALID_BACKUP_CODE") return "wrongRecovery" as const;
  return error.status >= 400 && error.status < 500 ? ("wrong" as const) : ("away" as const);
}

const leads = { password: "lead", code: "codeLead", recovery: "recoveryLead" } as const;

/** `next` is the page to open after signing in; null if the person opened the sign-in page directly. */
type SignInProps = { next: string | null };

/** Email and password, then a code if the person has a second factor; or a passkey alone. */
export function SignIn({ next }: SignInProps) {
  const t = useTranslations("signIn");
  const [step, setStep] = useState<"password" | "code" | "recovery">("password");
  const [problem, setProblem] = useState<ReturnType<typeof problemOf>>(null);
  const [isBusy, setBusy] = useState(false);
  const [hasPasskeys, setPasskeys] = useState(false);
  useEffect(() => {
    setPasskeys("PublicKeyCredential" in window && isNamedHost(window.location.hostname));
  }, []);

  async function attempt(call: () => Promise<Answer & { data?: unknown }>) {
    setBusy(true);
    setProblem(null);
    const answer = await call().catch(() => ({ error: { status: 0 } }) satisfies Answer);
    const found = problemOf(answer);
    const data = "data" in answer ? answer.data : null;
    if (found) {
      setProblem(found);
      setBusy(false);
    } else if (data && typeof data === "object" && "twoFactorRedirect" in data) {
      setStep("code");
      setBusy(false);
    } else window.location.assign(insideOf(next, window.location.origin));
  }

  function onSubmit(form: FormData) {
    const text = (name: string) => String(form.get(name) ?? "").trim();
    if (step === "code")
      return attempt(() => signInClient.twoFactor.verifyTotp({ code: text("code") }));
    if (step === "recovery")
      return attempt(() => signInClient.twoFactor.verifyBackupCode({ code: text("recovery") }));
    const password = String(form.get("password") ?? "");
    return attempt(() => signInClient.signIn.email({ email: text("email"), password }));
  }

  return (
    <main className={css.page}>
      <form
        className={css.card}
        // text typed before the script loads must never appear in the address
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit(new FormData(event.currentTarget));
        }}
      >
        <h1>{t("title")}</h1>
        <p className={css.lead}>
          {t(step === "password" && next !== null ? "signedOut" : leads[step])}
        </p>
        {problem ? <Notice tone="bad">{t(problem)}</Notice> : null}
        {step === "password" ? (
          <>
            <TextInput
              name="email"
              type="email"
              label={t("email")}
              autoComplete="username"
              required
              size="md"
              withAsterisk={false}
              autoFocus
            />
            <PasswordInput
              name="password"
              label={t("password")}
              autoComplete="current-password"
              required
              size="md"
              withAsterisk={false}
              visibilityToggleButtonProps={{ "aria-label": t("show") }}
            />
          </>
        ) : step === "recovery" ? (
          <TextInput
            key="recovery"
            name="recovery"
            label={t("recoveryCode")}
            autoComplete="off"
            required
            size="md"
            withAsterisk={false}
            autoFocus
          />
        ) : (
          <TextInput
            key="code"
            name="code"
            label={t("code")}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]{6}"
            required
            size="md"
            withAsterisk={false}
            autoFocus
          />
        )}
        <Submit size="md" loading={isBusy} fullWidth>
          {t("submit")}
        </Submit>
        {step === "password" ? null : (
          <Button
            variant="subtle"
            onClick={() => {
              setProblem(null);
              setStep(step === "code" ? "recovery" : "code");
            }}
          >
            {t(step === "code" ? "useRecovery" : "useCode")}
          </Button>
        )}
        {hasPasskeys && step === "password" ? (
          <Button
            variant="default"
            size="md"
            fullWidth
            leftSection={<IconFingerprint size={18} aria-hidden />}
            onClick={() => attempt(() => signInClient.signIn.passkey())}
          >
            {t("passkey")}
          </Button>
        ) : null}
        <p className={css.lead}>
          <Link className={ui.link} href="/reset-password">
            {t("forgot")}
          </Link>{" "}
          {t("help")}
        </p>
      </form>
    </main>
  );
}
