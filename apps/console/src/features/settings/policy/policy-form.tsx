"use client";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { Skeletons } from "../../../ui/skeletons.tsx";
import { PolicyFields } from "./policy-fields.tsx";

/** The merchant's policy, such as the settings of PINs, one-time passwords and second factors. */
export function PolicyForm() {
  const t = useTranslations("policy");
  const { data, error } = trpc.staff.settings.policy.get.useQuery();
  return (
    <>
      <PageTitle title={t("title")} />
      {error ? <Refusal failed={failureOf(error)} /> : null}
      {data ? <PolicyFields policy={data} /> : error ? null : <Skeletons count={6} height={60} />}
    </>
  );
}
