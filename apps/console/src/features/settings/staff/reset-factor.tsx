"use client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { Confirm } from "../../../ui/form/confirm.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useDesk } from "../../session/desk.tsx";
import type { Member } from "./member-fields.tsx";

/** Resets the second factor of a colleague who lost it. People switch off their own in their account. */
export function ResetFactor({ member }: { member: Member }) {
  const t = useTranslations("staffPage");
  const { me } = useDesk();
  const utils = trpc.useUtils();
  const reset = trpc.staff.settings.staff.resetSecondFactor.useMutation({
    onSuccess: () => utils.staff.settings.staff.invalidate(),
  });
  const failed = reset.error && failureOf(reset.error);
  const isElsewhere = failed?.code === "permission_denied" && failed.field === "userId";
  const words = { name: member.name, bdi: (text: ReactNode) => <bdi>{text}</bdi> };
  if (reset.isSuccess) return <Notice tone="good">{t("resetFactorDone")}</Notice>;
  if (isElsewhere) return <Notice tone="bad">{t.rich("resetFactorElsewhere", words)}</Notice>;
  if (!member.hasSecondFactor || member.userId === me.person.id) return null;
  return (
    <Confirm
      submit={t("resetFactor")}
      isBusy={reset.isPending}
      failed={failed}
      onConfirm={() => reset.mutate({ userId: member.userId })}
    >
      {t.rich("resetFactorAsk", words)}
    </Confirm>
  );
}
