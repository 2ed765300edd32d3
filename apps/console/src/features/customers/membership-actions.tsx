"use client";
import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Card } from "../../ui/card.tsx";
import { errorAt } from "../../ui/field-error.ts";
import { useDesk } from "../session/desk.tsx";
import { ReasonForm } from "./reason-form.tsx";

type MembershipActionsProps = { id: number; isBlocked: boolean };

/** What a manager may change by hand; each goes on the record with its reason. */
export function MembershipActions({ id, isBlocked }: MembershipActionsProps) {
  const t = useTranslations("customers");
  const { may } = useDesk();
  const utils = trpc.useUtils();
  const [asking, setAsking] = useState<"stamps" | "block" | null>(null);
  const [delta, setDelta] = useState("");
  const onSuccess = () => {
    setAsking(null);
    setDelta("");
    return utils.staff.customers.invalidate();
  };
  const adjust = trpc.staff.customers.adjustStamps.useMutation({ onSuccess });
  const block = trpc.staff.customers.block.useMutation({ onSuccess });
  const failed = adjust.error && failureOf(adjust.error);
  if (!may("staff.customers.adjustStamps") && !may("staff.customers.block")) return null;
  return (
    <Card title={t("change")}>
      {asking === null ? (
        <Group gap="sm">
          <Button variant="default" onClick={() => setAsking("stamps")}>
            {t("adjust")}
          </Button>
          <Button variant="default" onClick={() => setAsking("block")}>
            {t(isBlocked ? "unblock" : "block")}
          </Button>
        </Group>
      ) : null}
      {asking === "stamps" ? (
        <ReasonForm
          submit={t("adjust")}
          isBusy={adjust.isPending}
          failed={failed}
          onBack={() => setAsking(null)}
          onSubmit={(reason) => adjust.mutate({ customerId: id, delta: Number(delta), reason })}
        >
          <TextInput
            label={t("delta")}
            description={t("deltaHint")}
            value={delta}
            onChange={({ currentTarget }) => setDelta(currentTarget.value)}
            pattern="[+\-]?[0-9]+"
            error={errorAt(failed, "delta")}
            required
            withAsterisk={false}
            autoFocus
            autoComplete="off"
          />
        </ReasonForm>
      ) : null}
      {asking === "block" ? (
        <ReasonForm
          submit={t(isBlocked ? "unblock" : "block")}
          isBusy={block.isPending}
          failed={block.error && failureOf(block.error)}
          onBack={() => setAsking(null)}
          onSubmit={(reason) => block.mutate({ customerId: id, isBlocked: !isBlocked, reason })}
        />
      ) : null}
    </Card>
  );
}
