"use client";
import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { useFieldWords } from "../../../ui/form/field-words.ts";
import { Form } from "../../../ui/form/form.tsx";
import { Submit } from "../../../ui/form/submit.tsx";
import { useUnsaved } from "../../../ui/form/unsaved.ts";
import { useFocusWrong } from "../../../ui/form/use-focus-wrong.ts";
import { Notice } from "../../../ui/notice.tsx";
import css from "../settings.module.css";
import { ShownOnce } from "../shown-once.tsx";
import { Unplaced } from "../unplaced.tsx";
import { useWithStores } from "../use-with-stores.ts";
import { MemberFields, type Place } from "./member-fields.tsx";

/** Invites a person by mail. If no mail is set up, shows the invitation's link instead. */
export function InviteForm() {
  const t = useTranslations("staffPage");
  const utils = trpc.useUtils();
  const [email, setEmail] = useState("");
  const [place, setPlace] = useState<Place>({ role: "cashier", stores: [] });
  const invite = trpc.staff.settings.staff.invite.useMutation({
    // removes the invitation link from the cache once it is no longer shown
    gcTime: 0,
    onSuccess: () => {
      setEmail("");
      return utils.staff.settings.staff.invalidate();
    },
  });
  useUnsaved(email !== "");
  const { data } = trpc.staff.settings.staff.list.useQuery();
  const { withStores, failed } = useWithStores(invite);
  const wrong = useFieldWords(failed);
  const form = useFocusWrong(failed);
  if (invite.data?.link)
    return (
      <InvitationLink
        email={invite.variables.email}
        link={invite.data.link}
        onDone={invite.reset}
      />
    );
  return (
    <Form
      ref={form}
      className={css.form}
      onSubmit={() =>
        withStores(place.stores, (stores) => invite.mutate({ email, role: place.role, stores }))
      }
    >
      <Text c="dimmed">{t(data?.hasMail === false ? "inviteLeadNoMail" : "inviteLead")}</Text>
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
      <Unplaced failed={failed} fields={["email", "role", "stores"]} />
      {invite.isSuccess ? (
        <Notice tone="good">{t("sent", { email: invite.variables.email })}</Notice>
      ) : null}
      <Submit loading={invite.isPending}>{t(data?.hasMail === false ? "makeLink" : "send")}</Submit>
    </Form>
  );
}

type InvitationLinkProps = { email: string; link: string; onDone: () => void };

/**
 * The link of an invitation when no mail is set up. It is shown once, and the inviting person passes it on.
 */
function InvitationLink({ email, link, onDone }: InvitationLinkProps) {
  const t = useTranslations("staffPage");
  return (
    <ShownOnce
      text={link}
      title={t("linkTitle")}
      leave={t("linkLeave")}
      done={t("linkDone")}
      onDone={onDone}
    >
      {t.rich("linkLead", { email, bdi: (text) => <bdi>{text}</bdi> })}
    </ShownOnce>
  );
}
