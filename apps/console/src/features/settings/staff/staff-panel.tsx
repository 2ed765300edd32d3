"use client";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { readAgain } from "../../../rpc/read-again.ts";
import { SidePanel } from "../../../ui/list/side-panel.tsx";
import type { PanelProps } from "../../../ui/list/use-opened.ts";
import { FreshForm } from "../fresh-form.tsx";
import { InviteForm } from "./invite-form.tsx";
import type { Member } from "./member-fields.tsx";
import { MemberForm } from "./member-form.tsx";

/** A member's form. Begins once the member has been read again. */
function FreshMember({ userId, onGone }: { userId: string; onGone: () => void }) {
  const query = trpc.staff.settings.staff.list.useQuery(undefined, readAgain);
  const { data, error, isFetchedAfterMount } = query;
  const member = data?.members.find((one) => one.userId === userId);
  return (
    <FreshForm isRead={isFetchedAfterMount} error={error}>
      {member ? <MemberForm member={member} onGone={onGone} /> : null}
    </FreshForm>
  );
}

/** A member of staff beside the list, or the form to invite a person. */
export default function StaffPanel({ member, ...panel }: PanelProps & { member: Member | null }) {
  const t = useTranslations("staffPage");
  return (
    <SidePanel title={member ? <bdi>{member.name}</bdi> : t("inviteTitle")} {...panel}>
      {member ? (
        <FreshMember key={member.userId} userId={member.userId} onGone={panel.onClose} />
      ) : (
        <InviteForm />
      )}
    </SidePanel>
  );
}
