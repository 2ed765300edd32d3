"use client";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { Facts } from "../../../ui/facts.tsx";
import { Confirm } from "../../../ui/form/confirm.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { Submit } from "../../../ui/form/submit.tsx";
import { useChanges, useUnsaved } from "../../../ui/form/unsaved.ts";
import { useFocusWrong } from "../../../ui/form/use-focus-wrong.ts";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Email } from "../../parts/email.tsx";
import { useDesk } from "../../session/desk.tsx";
import css from "../settings.module.css";
import { Unplaced } from "../unplaced.tsx";
import { useWithStores } from "../use-with-stores.ts";
import { type Member, MemberFields, type Place } from "./member-fields.tsx";
import { ResetFactor } from "./reset-factor.tsx";

type MemberFormProps = { member: Member; onGone: () => void };

/** Edits a member's rights, which apply from their next call, or removes the member. */
export function MemberForm({ member, onGone }: MemberFormProps) {
  const t = useTranslations("staffPage");
  const settings = useTranslations("settings");
  const { me } = useDesk();
  const utils = trpc.useUtils();
  const [place, setPlace] = useState<Place>({ role: member.role, stores: member.stores });
  const refresh = () => utils.staff.settings.staff.invalidate();
  const { isChanged, keep } = useChanges(place);
  useUnsaved(isChanged);
  const change = trpc.staff.settings.staff.change.useMutation({
    onSuccess: refresh,
  });
  const remove = trpc.staff.settings.staff.remove.useMutation({
    onSuccess: async () => {
      await refresh();
      onGone();
    },
  });
  const { withStores, failed } = useWithStores(change);
  const form = useFocusWrong(failed);
  const timeZone = me.merchant.timezone;
  return (
    <Form
      ref={form}
      className={css.form}
      onSubmit={() => {
        withStores(place.stores, (stores) =>
          change.mutate({ userId: member.userId, role: place.role, stores }, { onSuccess: keep }),
        );
      }}
    >
      <Facts
        facts={[
          [t("email"), <Email key="email" address={member.email} />],
          [t("factor"), t(member.hasSecondFactor ? "has" : "hasNot")],
          [
            t("seen"),
            member.lastSeenAt ? (
              <Moment key="seen" time={member.lastSeenAt} timeZone={timeZone} />
            ) : (
              t("never")
            ),
          ],
          [t("since"), <Moment key="since" time={member.createdAt} timeZone={timeZone} />],
        ]}
      />
      <MemberFields value={place} failed={failed} onChange={setPlace} />
      <Unplaced failed={failed} fields={["role", "stores"]} />
      {change.isSuccess && !isChanged ? <Notice tone="good">{settings("saved")}</Notice> : null}
      <Submit loading={change.isPending}>{settings("save")}</Submit>
      <ResetFactor member={member} />
      <Confirm
        submit={t("remove")}
        isBusy={remove.isPending}
        failed={remove.error && failureOf(remove.error)}
        onConfirm={() => remove.mutate({ userId: member.userId })}
      >
        {t.rich("removeAsk", { name: member.name, bdi: (text) => <bdi>{text}</bdi> })}
      </Confirm>
    </Form>
  );
}
