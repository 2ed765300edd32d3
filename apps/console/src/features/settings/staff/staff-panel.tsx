"use client";
import { useTranslations } from "use-intl/react";
import { SidePanel } from "../../../ui/list/side-panel.tsx";
import { InviteForm } from "./invite-form.tsx";
import type { Member } from "./member-fields.tsx";
import { MemberForm } from "./member-form.tsx";

type StaffPanelProps = {
  /** Null to invite a person. */
  of: Member | null;
  onClose: () => void;
  onStep: (step: number) => void;
};

/** A member of staff beside the list, or the form to invite a person. */
export default function StaffPanel({ of, onClose, onStep }: StaffPanelProps) {
  const t = useTranslations("staffPage");
  return (
    <SidePanel
      title={of ? <bdi>{of.name}</bdi> : t("inviteTitle")}
      onClose={onClose}
      onStep={onStep}
    >
      {of ? <MemberForm key={of.userId} of={of} onGone={onClose} /> : <InviteForm />}
    </SidePanel>
  );
}
