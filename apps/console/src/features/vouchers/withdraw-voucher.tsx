"use client";
import { Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Card } from "../../ui/card.tsx";
import { ReasonForm } from "../parts/reason-form.tsx";
import type { VoucherProps } from "./voucher-facts.tsx";

type WithdrawVoucherProps = VoucherProps & {
  /** Called when the voucher is withdrawn, and when the person goes back. */
  onEnd: () => void;
};

/** Withdraws a voucher that was issued by mistake or whose code has leaked. */
export function WithdrawVoucher({ voucher, onEnd }: WithdrawVoucherProps) {
  const t = useTranslations("voucher");
  const utils = trpc.useUtils();
  const withdraw = trpc.staff.vouchers.withdraw.useMutation({
    onSuccess: onEnd,
    onSettled: () =>
      Promise.all([
        utils.staff.vouchers.invalidate(),
        utils.staff.customers.invalidate(),
        utils.staff.till.invalidate(),
      ]),
  });
  return (
    <Card title={t("withdraw")}>
      <Text mb="sm">{t("withdrawAsk")}</Text>
      <ReasonForm
        submit={t("withdraw")}
        isDanger
        isBusy={withdraw.isPending}
        failed={withdraw.error && failureOf(withdraw.error)}
        onBack={onEnd}
        onSubmit={(reason) => withdraw.mutate({ voucherId: voucher.id, reason })}
      />
    </Card>
  );
}
