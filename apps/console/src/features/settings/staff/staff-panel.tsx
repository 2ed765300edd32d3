"use client";
import { useTranslations } from "use-intl/react";
import { SidePanel } from "../../../ui/list/side-panel.tsx";
import type { PanelProps } from "../../../ui/list/use-opened.ts";
import { InviteForm } from "./invite-form.tsx";
import type { Member } from "./member-fields.tsx";
import { MemberForm } from "./member-form.tsx";

/** A member of staff beside the list, or the form to invite a person. */
export default function StaffPanel({ member, ...panel }: PanelProps & { member: Member | null }) {
  const t = useTranslations("staffPage");
  return (
    <SidePanel title={member ? <bdi>{member.name}</bdi> : t("inviteTitle")} {...panel}>
      {member ? (
        <MemberForm key={member.userId} member={member} onGone={panel.onClose} />
      ) : (
        <InviteForm />
      )}
    </SidePanel>
  );
}
