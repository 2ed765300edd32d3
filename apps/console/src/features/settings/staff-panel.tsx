"use client";
import { useTranslations } from "use-intl/react";
import { SidePanel } from "../../ui/side-panel.tsx";
import { InviteForm } from "./invite-form.tsx";
import type { Member } from "./member-fields.tsx";
import { MemberForm } from "./member-form.tsx";

type StaffPanelProps = {
  /** Null: somebody is to be invited. */
  of: Member | null;
  onClose: () => void;
  onStep: (step: number) => void;
};

/** Somebody of the staff beside the list, or the way to ask somebody new. */
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
