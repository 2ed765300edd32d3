"use client";
import { useTranslations } from "use-intl/react";
import { ShownOnce } from "../shown-once.tsx";

type InvitationLinkProps = { email: string; link: string; onDone: () => void };

/**
 * The link of an invitation when no mail is set up. It is shown once, and the inviting person passes it on.
 */
export function InvitationLink({ email, link, onDone }: InvitationLinkProps) {
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
