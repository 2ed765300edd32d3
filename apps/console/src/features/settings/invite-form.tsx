"use client";
import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useFieldWords } from "../../ui/field-words.ts";
import { Notice } from "../../ui/notice.tsx";
import { Submit } from "../../ui/submit.tsx";
import { MemberFields, type Place } from "./member-fields.tsx";
import css from "./settings.module.css";
import { Unplaced } from "./unplaced.tsx";
import { useFocusWrong } from "./use-focus-wrong.ts";

/** Asks somebody by mail to work here. */
export function InviteForm() {
  const t = useTranslations("staffPage");
  const utils = trpc.useUtils();
  const [email, setEmail] = useState("");
  const [place, setPlace] = useState<Place>({ role: "cashier", stores: [] });
  const invite = trpc.staff.settings.staff.invite.useMutation({
    onSuccess: () => {
      setEmail("");
      return utils.staff.settings.staff.invalidate();
    },
  });
  const failed = invite.error && failureOf(invite.error);
  const wrong = useFieldWords(failed);
  const form = useFocusWrong(failed);
  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate({ email, role: place.role, stores: [...place.stores] });
      }}
    >
      <Text c="dimmed">{t("inviteLead")}</Text>
      <TextInput
        label={t("email")}
        type="email"
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        error={wrong("email")}
        autoComplete="off"
        data-autofocus
      />
      <MemberFields value={place} failed={failed} onChange={setPlace} />
      <Unplaced of={failed} fields={["email", "role", "stores"]} />
      {invite.isSuccess ? (
        <Notice tone="good">{t("sent", { email: invite.variables.email })}</Notice>
      ) : null}
      <Submit loading={invite.isPending}>{t("send")}</Submit>
    </form>
  );
}
