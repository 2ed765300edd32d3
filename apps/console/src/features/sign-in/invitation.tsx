"use client";
import { PasswordInput, TextInput } from "@mantine/core";
import { staffPasswordLength } from "@stampbook/core/limits";
import Link from "next/link";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Brand } from "../../ui/brand/brand.tsx";
import { useFieldWords } from "../../ui/form/field-words.ts";
import { Form } from "../../ui/form/form.tsx";
import { Submit } from "../../ui/form/submit.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import ui from "../../ui/ui.module.css";
import css from "./sign-in.module.css";
import { SignInForm } from "./sign-in.tsx";
import { useSecretOfLink } from "./use-secret-of-link.ts";

/** Accepts an invitation. The person chooses a name and a password, or signs in to their account, or both. */
export function Invitation({ secretOfQuery }: { secretOfQuery: string | null }) {
  const t = useTranslations("invitation");
  const frame = useTranslations("frame");
  const secretOfLink = useSecretOfLink("secret");
  // invitation mails of earlier versions have the secret in the query
  const secret = secretOfLink || (secretOfQuery ?? secretOfLink);
  const { data, error, refetch } = trpc.staff.invitation.get.useQuery(
    { secret: secret ?? "" },
    { enabled: secret !== null },
  );
  const [accepted, setAccepted] = useState<{ email: string; isSignedIn: boolean } | null>(null);
  const unknown = error && failureOf(error);
  return (
    <main className={css.page}>
      <div className={css.card}>
        <Brand />
        <h1>{data ? t("title", { merchant: data.merchant }) : t("page")}</h1>
        {unknown?.code === "invalid" ? (
          <Notice tone="bad">{t("bad")}</Notice>
        ) : unknown ? (
          <Refusal failed={unknown} />
        ) : null}
        {data || error ? null : <Skeletons count={3} />}
        {accepted ? (
          <Notice tone="good">
            {accepted.isSignedIn ? t("joined") : t("accepted", { email: accepted.email })}
          </Notice>
        ) : data ? (
          <>
            <p className={css.lead}>
              {t("lead", { role: frame(data.role), email: data.email })} {t(stepOf(data))}
            </p>
            {data.needsSignIn ? (
              <SignInForm lead={null} email={data.email} onDone={() => void refetch()} />
            ) : (
              <Accept
                secret={secret ?? ""}
                needsDetails={data.needsDetails}
                onAccepted={(email) => setAccepted({ email, isSignedIn: !data.needsDetails })}
              />
            )}
          </>
        ) : null}
        {accepted || error ? (
          <Link className={ui.link} href={accepted?.isSignedIn ? "/till" : "/sign-in"}>
            {t(accepted?.isSignedIn ? "toTill" : "toSignIn")}
          </Link>
        ) : null}
      </div>
    </main>
  );
}

function stepOf(invitation: Outputs["staff"]["invitation"]["get"]) {
  if (invitation.needsSignIn) return "signInFirst";
  return invitation.needsDetails ? "new" : "known";
}

type AcceptProps = {
  secret: string;
  needsDetails: boolean;
  onAccepted: (email: string) => void;
};

/** The form that accepts, with a name and a password if the person must choose them. */
function Accept({ secret, needsDetails, onAccepted }: AcceptProps) {
  const t = useTranslations("invitation");
  const signIn = useTranslations("signIn");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const accept = trpc.staff.invitation.accept.useMutation({
    onSuccess: ({ email }) => onAccepted(email),
  });
  const failed = accept.error && failureOf(accept.error);
  const errorOf = useFieldWords(failed);
  const wrong = { name: errorOf("name"), password: errorOf("password") };
  return (
    <Form
      className={css.form}
      method="post"
      onSubmit={() => accept.mutate({ secret, name, password })}
    >
      {needsDetails ? (
        <>
          <TextInput
            label={t("name")}
            autoComplete="name"
            size="md"
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            error={wrong.name}
            autoFocus
          />
          <PasswordInput
            label={t("password")}
            description={t("passwordHint", { count: staffPasswordLength.shortest })}
            autoComplete="new-password"
            size="md"
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            error={wrong.password}
            visibilityToggleButtonProps={{ "aria-label": signIn("show") }}
          />
        </>
      ) : null}
      {failed && !wrong.name && !wrong.password ? <Refusal failed={failed} /> : null}
      <Submit size="md" loading={accept.isPending}>
        {t("accept")}
      </Submit>
    </Form>
  );
}
