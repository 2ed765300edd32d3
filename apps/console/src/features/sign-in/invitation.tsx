"use client";
import { PasswordInput, TextInput } from "@mantine/core";
import { staffPasswordLength } from "@stampbook/core/limits";
import Link from "next/link";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Brand } from "../../ui/brand/brand.tsx";
import { useFieldWords } from "../../ui/form/field-words.ts";
import { Submit } from "../../ui/form/submit.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import ui from "../../ui/ui.module.css";
import css from "./sign-in.module.css";
import { useSecretOfLink } from "./use-secret-of-link.ts";

/** Accepts an invitation, and asks for a name and a password if the person has none yet. */
export function Invitation({ secretOfQuery }: { secretOfQuery: string | null }) {
  const t = useTranslations("invitation");
  const frame = useTranslations("frame");
  const signIn = useTranslations("signIn");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const secretOfLink = useSecretOfLink("secret");
  // invitation mails of earlier versions have the secret in the query
  const secret = secretOfLink || (secretOfQuery ?? secretOfLink);
  const { data, error } = trpc.staff.invitation.get.useQuery(
    { secret: secret ?? "" },
    { enabled: secret !== null },
  );
  const unknown = error && failureOf(error);
  const accept = trpc.staff.invitation.accept.useMutation();
  const failed = accept.error && failureOf(accept.error);
  const errorOf = useFieldWords(failed);
  const wrong = { name: errorOf("name"), password: errorOf("password") };
  return (
    <main className={css.page}>
      <form
        className={css.card}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          accept.mutate({ secret: secret ?? "", name, password });
        }}
      >
        <Brand />
        <h1>{data ? t("title", { merchant: data.merchant }) : t("page")}</h1>
        {unknown?.code === "invalid" ? (
          <Notice tone="bad">{t("bad")}</Notice>
        ) : unknown ? (
          <Refusal failed={unknown} />
        ) : null}
        {data || error ? null : <Skeletons count={3} />}
        {accept.data ? (
          <Notice tone="good">{t("accepted", { email: accept.data.email })}</Notice>
        ) : data ? (
          <>
            <p className={css.lead}>
              {t("lead", { role: frame(data.role), email: data.email })}{" "}
              {t(data.isKnown ? "known" : "new")}
            </p>
            {data.isKnown ? null : (
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
            )}
            {failed && !wrong.name && !wrong.password ? <Refusal failed={failed} /> : null}
            <Submit size="md" loading={accept.isPending}>
              {t("accept")}
            </Submit>
          </>
        ) : null}
        {accept.data || error ? (
          <Link className={ui.link} href="/sign-in">
            {t("toSignIn")}
          </Link>
        ) : null}
      </form>
    </main>
  );
}
