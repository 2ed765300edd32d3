"use client";
import { PasswordInput, TextInput } from "@mantine/core";
import { staffPasswordLength } from "@stampbook/core/limits";
import Link from "next/link";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { Brand } from "../../ui/brand/brand.tsx";
import { Form } from "../../ui/form/form.tsx";
import { Submit } from "../../ui/form/submit.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import ui from "../../ui/ui.module.css";
import { AuthProblem } from "../session/auth-problem.tsx";
import { signInClient } from "../session/sign-in-client.ts";
import { useAuthCall } from "../session/use-auth-call.ts";
import css from "./sign-in.module.css";
import { useSecretOfLink } from "./use-secret-of-link.ts";

/**
 * Requests a mail for a forgotten password. When opened by the mail's link, which has a token, asks for a new
 * password.
 */
export function ResetPassword() {
  const token = useSecretOfLink("token");
  if (token === null) return <Opening />;
  // a later link that is opened in the same tab begins with an empty form
  return <ResetForm key={token} token={token || null} />;
}

/** Shown until the page knows whether its link has a token. */
function Opening() {
  const t = useTranslations("reset");
  return (
    <main className={css.page}>
      <div className={css.card}>
        <Brand />
        <h1>{t("page")}</h1>
        <Skeletons count={2} />
      </div>
    </main>
  );
}

function ResetForm({ token }: { token: string | null }) {
  const t = useTranslations("reset");
  const signIn = useTranslations("signIn");
  const [text, setText] = useState("");
  const [isDone, setDone] = useState(false);
  const { call, problem, isBusy } = useAuthCall();
  const isAsking = token === null;
  const { data: ways } = trpc.staff.waysIn.useQuery(undefined, { enabled: isAsking });

  async function submit() {
    const done = await call(() =>
      isAsking
        ? signInClient.requestPasswordReset({ email: text.trim() })
        : signInClient.resetPassword({ newPassword: text, token }),
    );
    if (done) setDone(true);
  }

  return (
    <main className={css.page}>
      <Form className={css.card} method="post" onSubmit={() => void submit()}>
        <Brand />
        <h1>{t(isAsking ? "ask" : "choose")}</h1>
        {isAsking && ways?.hasMail === false ? (
          <Notice tone="warn">{t("noMail")}</Notice>
        ) : isDone ? (
          <Notice tone="good">{t(isAsking ? "sent" : "done")}</Notice>
        ) : (
          <>
            {isAsking ? (
              <>
                <p className={css.lead}>{t("askLead")}</p>
                <TextInput
                  label={t("email")}
                  type="email"
                  autoComplete="username"
                  size="md"
                  required
                  withAsterisk={false}
                  error={problem === "declined" ? t("emailWrong") : null}
                  value={text}
                  onChange={({ currentTarget }) => setText(currentTarget.value)}
                  autoFocus
                />
              </>
            ) : (
              <PasswordInput
                label={t("password")}
                description={t("passwordHint", { count: staffPasswordLength.shortest })}
                autoComplete="new-password"
                size="md"
                value={text}
                onChange={({ currentTarget }) => setText(currentTarget.value)}
                visibilityToggleButtonProps={{ "aria-label": signIn("show") }}
                autoFocus
              />
            )}
            {problem === "declined" ? (
              isAsking ? null : (
                <Notice tone="bad">{t("bad")}</Notice>
              )
            ) : (
              <AuthProblem problem={problem} />
            )}
            <Submit size="md" loading={isBusy}>
              {t(isAsking ? "send" : "save")}
            </Submit>
          </>
        )}
        <Link className={ui.link} href="/sign-in">
          {t("toSignIn")}
        </Link>
      </Form>
    </main>
  );
}
