"use client";
import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../rpc/client.ts";
import { useApi } from "../../rpc/use-api.ts";
import { ChoiceBar } from "../../ui/list/choosing/choice-bar.tsx";
import type { Choice } from "../../ui/list/choosing/use-choice.ts";
import { useForEach } from "../../ui/list/choosing/use-for-each.ts";
import { ReasonForm } from "../parts/reason-form.tsx";

export type ListedVoucher = Outputs["staff"]["vouchers"]["list"]["items"][number];

/** Withdraws the chosen vouchers, each with its own audit entry. */
export function WithdrawChosen({ choice }: { choice: Choice<ListedVoucher> }) {
  const t = useTranslations("vouchers");
  const api = useApi();
  const utils = trpc.useUtils();
  const [isAsking, setAsking] = useState(false);
  const { run, start } = useForEach<ListedVoucher>(() =>
    Promise.all([
      utils.staff.vouchers.invalidate(),
      utils.staff.customers.invalidate(),
      utils.staff.till.invalidate(),
    ]),
  );
  return (
    <ChoiceBar choice={choice} run={run} doneWords={(count) => t("withdrawn", { count })}>
      {isAsking ? (
        <>
          <Text>{t("withdrawAsk", { count: choice.chosen.length })}</Text>
          <ReasonForm
            submit={t("withdraw")}
            isDanger
            isBusy={false}
            failed={null}
            onBack={() => setAsking(false)}
            onSubmit={(reason) => {
              setAsking(false);
              void start(choice.chosen, ({ id }) =>
                api.staff.vouchers.withdraw.mutate({ voucherId: id, reason }),
              );
            }}
          />
        </>
      ) : (
        <Group>
          <Button variant="default" onClick={() => setAsking(true)}>
            {t("withdraw")}
          </Button>
        </Group>
      )}
    </ChoiceBar>
  );
}
