"use client";
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Brand } from "../../ui/brand/brand.tsx";
import { Form } from "../../ui/form/form.tsx";
import { Submit } from "../../ui/form/submit.tsx";
import { Notice } from "../../ui/notice.tsx";
import ui from "../../ui/ui.module.css";
import { isNamedHost } from "../session/passkey-host.ts";
import { signInClient } from "../session/sign-in-client.ts";
import css from "./sign-in.module.css";

type Answer = { error: { status: number; code?: string | undefined } | null };

type Refused = "wrong" | "passkeyFailed" | "wrongCode" | "wrongRecovery";

/** Returns the problem to show. `refused` is that of a refusal that has no code of its own. */
function problemOf({ error }: Answer, refused: Refused) {
  if (!error) return null;
  if (error.status === 429) return "tooMany" as const;
  if (error.code === "INVALID_CODE") return "wrongCode" as const;
  if (error.code === "INVALID_BACKUP_CODE") return "wrongRecovery" as const;
  return error.status >= 400 && error.status < 500 ? refused : ("away" as const);
}

const leads = { code: "codeLead", recovery: "recoveryLead" } as const;

type Step = "password" | "code" | "recovery";

type SignInProps = {
  /** The text above email and password; null for none. */
  lead: "lead" | "signedOut" | null;
  /** The email to begin with; the person may change it. */
  email?: string;
  /** Called once the person has signed in. */
  onDone: () => void;
};

/** Returns the steps of signing in, and the problem of the last try. */
function useSignIn(onDone: () => void) {
  const [step, setStep] = useState<Step>("password");
  const [problem, setProblem] = useState<ReturnType<typeof problemOf>>(null);
  const [isBusy, setBusy] = useState(false);

  async function attempt(call: () => Promise<Answer & { data?: unknown }>, refused: Refused) {
    setBusy(true);
    setProblem(null);
    const answer = await call().catch(() => ({ error: { status: 0 } }) satisfies Answer);
    const found = problemOf(answer, refused);
    const data = "data" in answer ? answer.data : null;
    if (found) {
      setProblem(found);
      setBusy(false);
    } else if (data && typeof data === "object" && "twoFactorRedirect" in data) {
      setStep("code");
      setBusy(false);
    } else onDone();
  }

  function submit(form: FormData) {
    const text = (name: string) => String(form.get(name) ?? "").trim();
    if (step === "code")
      return attempt(() => signInClient.twoFactor.verifyTotp({ code: text("code") }), "wrongCode");
    if (step === "recovery")
      return attempt(
        () => signInClient.twoFactor.verifyBackupCode({ code: text("recovery") }),
        "wrongRecovery",
      );
    const password = String(form.get("password") ?? "");
    return attempt(() => signInClient.signIn.email({ email: text("email"), password }), "wrong");
  }

  return {
    step,
    problem,
    isBusy,
    submit,
    passkey: () => attempt(() => signInClient.signIn.passkey(), "passkeyFailed"),
    /** Switches between the authenticator's code and a recovery code. */
    switchCode: () => {
      setProblem(null);
      setStep(step === "code" ? "recovery" : "code");
    },
  };
}

/** Whether this browser and this address can use passkeys; false until the page has loaded. */
function useCanUsePasskeys() {
  const [canUse, setCanUse] = useState(false);
  useEffect(() => {
    setCanUse("PublicKeyCredential" in window && isNamedHost(window.location.hostname));
  }, []);
  return canUse;
}

/** The sign-in as a page of its own. */
export function SignIn(props: SignInProps) {
  const t = useTranslations("signIn");
  return (
    <main className={css.page}>
      <div className={css.card}>
        <Brand />
        <h1>{t("title")}</h1>
        <SignInForm {...props} />
      </div>
    </main>
  );
}

/** Email and password, then a code if the person has a second factor; or a passkey alone. */
export function SignInForm({ lead, email = "", onDone }: SignInProps) {
  const t = useTranslations("signIn");
  const { step, problem, isBusy, ...signIn } = useSignIn(onDone);
  const canUsePasskeys = useCanUsePasskeys();
  const shown = step === "password" ? lead : leads[step];

  return (
    <Form
      className={css.form}
      // POST, so that a form that is sent before its script loads does not put the password in the address
      method="post"
      onSubmit={(form) => void signIn.submit(new FormData(form))}
    >
      {shown ? <p className={css.lead}>{t(shown)}</p> : null}
      {problem ? <Notice tone="bad">{t(problem)}</Notice> : null}
      {step === "password" ? (
        <PasswordFields email={email} />
      ) : (
        <CodeField key={step} step={step} />
      )}
      <Submit size="md" loading={isBusy} fullWidth>
        {t("submit")}
      </Submit>
      {step === "password" ? null : (
        <Button variant="subtle" onClick={signIn.switchCode}>
          {t(step === "code" ? "useRecovery" : "useCode")}
        </Button>
      )}
      {canUsePasskeys && step === "password" ? (
        <Button
          variant="default"
          size="md"
          fullWidth
          leftSection={<IconFingerprint size={18} aria-hidden />}
          onClick={signIn.passkey}
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
    </Form>
  );
}

function PasswordFields({ email }: { email: string }) {
  const t = useTranslations("signIn");
  return (
    <>
      <TextInput
        name="email"
        type="email"
        label={t("email")}
        autoComplete="username"
        required
        size="md"
        withAsterisk={false}
        defaultValue={email}
        autoFocus={!email}
      />
      <PasswordInput
        name="password"
        label={t("password")}
        autoComplete="current-password"
        required
        size="md"
        withAsterisk={false}
        autoFocus={email !== ""}
        visibilityToggleButtonProps={{ "aria-label": t("show") }}
      />
    </>
  );
}

/** A code of the authenticator, or a recovery code. */
function CodeField({ step }: { step: "code" | "recovery" }) {
  const t = useTranslations("signIn");
  const isTotp = step === "code";
  return (
    <TextInput
      name={step}
      label={t(isTotp ? "code" : "recoveryCode")}
      autoComplete={isTotp ? "one-time-code" : "off"}
      {...(isTotp && { inputMode: "numeric" })}
      required
      size="md"
      withAsterisk={false}
      autoFocus
    />
  );
}
