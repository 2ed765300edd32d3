"use client";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { Skeletons } from "../../../ui/skeletons.tsx";
import { RetentionFields } from "./retention-fields.tsx";

/** How long bookings, refusals, the audit log and security events are kept. */
export function RetentionForm() {
  const t = useTranslations("retention");
  const { data, error } = trpc.staff.settings.policy.get.useQuery();
  return (
    <>
      <PageTitle title={t("title")} />
      {error ? <Refusal failed={failureOf(error)} /> : null}
      {data ? (
        <RetentionFields policy={data} />
      ) : error ? null : (
        <Skeletons count={4} height={60} />
      )}
    </>
  );
}
