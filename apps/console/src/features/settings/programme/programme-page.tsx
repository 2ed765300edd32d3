"use client";
import { Stack } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { readAgain } from "../../../rpc/read-again.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { Skeletons } from "../../../ui/skeletons.tsx";
import { useDesk } from "../../session/desk.tsx";
import { LevelRules } from "./level-rules.tsx";
import { PaymentMethods } from "./payment-methods.tsx";
import { ProgrammeForm } from "./programme-form.tsx";

/** What sales earn, how long stamps are valid, payment methods and levels. */
export function ProgrammePage() {
  const t = useTranslations("programme");
  const { may } = useDesk();
  const programme = trpc.staff.programme.get.useQuery();
  const methods = trpc.staff.programme.paymentMethods.list.useQuery();
  const levels = trpc.staff.programme.levels.list.useQuery(undefined, readAgain);
  const error = programme.error ?? methods.error ?? levels.error;
  const isThere = programme.data && methods.data && levels.data;
  return (
    <>
      <PageTitle title={t("title")} />
      {error ? <Refusal failed={failureOf(error)} /> : null}
      {isThere ? (
        <Stack gap="lg">
          <ProgrammeForm programme={programme.data} />
          <PaymentMethods methods={methods.data} />
          {levels.isFetchedAfterMount || !may("staff.programme.levels.save") ? (
            <LevelRules levels={levels.data} />
          ) : (
            <Skeletons count={levels.data.length} height={420} />
          )}
        </Stack>
      ) : error ? null : (
        <Skeletons count={6} height={60} />
      )}
    </>
  );
}
