"use client";
import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Card } from "../../ui/card.tsx";
import { ReasonForm } from "../parts/reason-form.tsx";
import { useDesk } from "../session/desk.tsx";

type Voucher = Outputs["staff"]["vouchers"]["get"];

/** Withdraws a voucher that was issued by mistake or whose code has leaked. */
export function WithdrawVoucher({ voucher }: { voucher: Voucher }) {
  const t = useTranslations("voucher");
  const { may } = useDesk();
  const utils = trpc.useUtils();
  const [isAsking, setAsking] = useState(false);
  const withdraw = trpc.staff.vouchers.withdraw.useMutation({
    onSuccess: () => setAsking(false),
    onSettled: () =>
      Promise.all([
        utils.staff.vouchers.invalidate(),
        utils.staff.customers.invalidate(),
        utils.staff.till.invalidate(),
      ]),
  });
  const isLive = voucher.state === "open" || voucher.state === "not_started";
  if (!may("staff.vouchers.withdraw") || (!isLive && !isAsking)) return null;
  if (!isAsking)
    return (
      <Group>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t("withdraw")}
        </Button>
      </Group>
    );
  return (
    <Card title={t("withdraw")}>
      <Text mb="sm">{t("withdrawAsk")}</Text>
      <ReasonForm
        submit={t("withdraw")}
        isDanger
        isBusy={withdraw.isPending}
        failed={withdraw.error && failureOf(withdraw.error)}
        onBack={() => setAsking(false)}
        onSubmit={(reason) => withdraw.mutate({ voucherId: voucher.id, reason })}
      />
    </Card>
  );
}
