"use client";
import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import { mostOf } from "@stampbook/core/limits";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc, withKey } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useApi } from "../../rpc/use-api.ts";
import { Card } from "../../ui/card.tsx";
import { useFieldWords } from "../../ui/form/field-words.ts";
import { Form } from "../../ui/form/form.tsx";
import { useFocusKept } from "../../ui/form/use-focus-back.ts";
import { Day } from "../../ui/moment.tsx";
import { useMoney } from "../../ui/money.ts";
import { useHoldPanel } from "../../ui/panel-hold.ts";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { useDesk } from "../session/desk.tsx";
import { CannotCancel } from "./cannot-cancel.tsx";

/** A line of a redemption, and how many of it are left. */
export type LineToCancel = { line: number; name: string; left: number };

type CancelRedemptionProps = {
  id: number;
  /** The line to cancel. Null: the whole redemption. */
  of: LineToCancel | null;
  onBack: () => void;
  onDone: () => void;
};

/**
 * Shows what the cancellation gives back, then cancels. Staff choose whether a spent voucher is replaced, and how
 * many of a line are canceled.
 */
export function CancelRedemption({ id, of, onBack, onDone }: CancelRedemptionProps) {
  const t = useTranslations("cancel");
  const api = useApi();
  const utils = trpc.useUtils();
  const money = useMoney(useDesk().me.merchant.currency);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [reason, setReason] = useState("");
  useHoldPanel("keys");
  useFocusKept();
  const [key] = useState(() => crypto.randomUUID());
  const [count, setCount] = useState(of?.left ?? 1);
  const isSome = of !== null && count < of.left;
  const what = { redemptionId: id, line: of?.line, qty: isSome ? count : undefined };
  const { data, error } = trpc.staff.redemptions.previewCancel.useQuery(what, {
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
  // by default, a voucher that is still valid is replaced, as Undo at the till does
  const isReplaced = chosen ?? data?.spentVoucher?.isInTime ?? false;
  const work = useMutation({
    mutationFn: () =>
      api.staff.redemptions.cancel.mutate(
        { ...what, createReplacementVoucher: isReplaced, reason },
        withKey(key),
      ),
    onSuccess: async () => {
      await Promise.all([utils.staff.redemptions.invalidate(), utils.staff.customers.invalidate()]);
      // only now, because the old data would show the button for canceling again
      onDone();
    },
  });
  const failed = work.error && failureOf(work.error);
  const wrong = useFieldWords(failed)("reason");
  if (error && !data) return <Refusal failed={failureOf(error)} />;
  if (!data) return <Skeletons count={2} />;
  // only the quantity is wrong, which staff can change
  const isWhole = isSome && data.refusal?.code === "invalid";
  if (data.refusal && !isWhole)
    return <CannotCancel refusal={data.refusal} spent={data.spentIssued} onBack={onBack} />;
  const comesBack = [
    data.stampsBack ? t("stamps", { count: data.stampsBack }) : null,
    data.valueBack
      ? t(data.valueBack.isReissued ? "valueOnNew" : "value", {
          value: money(data.valueBack.value),
          code: data.valueBack.voucher.code,
        })
      : null,
    data.promoCodeUseBack ? t("promo") : null,
    ...data.withdrawn.map(({ code }) => t("withdrawn", { code })),
    data.spentVoucher ? t("spent", { code: data.spentVoucher.code }) : null,
  ].filter((line) => line !== null);
  return (
    <Card title={of ? t("titleLine", { name: of.name }) : t("title")}>
      <Form
        onKeyDown={(event) => event.key === "Escape" && onBack()}
        onSubmit={() => work.mutate()}
      >
        <Stack gap="sm">
          {of && of.left > 1 ? (
            <NativeSelect
              label={t("count")}
              data={Array.from({ length: of.left }, (_, index) => String(index + 1))}
              value={String(count)}
              onChange={({ currentTarget }) => setCount(Number(currentTarget.value))}
              error={isWhole ? t("onlyWhole") : null}
            />
          ) : null}
          <ul style={{ margin: 0, paddingInlineStart: 20 }}>
            {comesBack.map((line) => (
              <li key={line}>
                <bdi>{line}</bdi>
              </li>
            ))}
            {comesBack.length || isWhole ? null : <li>{t("nothing")}</li>}
          </ul>
          {data.spentVoucher ? (
            <Checkbox
              checked={isReplaced}
              onChange={({ currentTarget }) => setChosen(currentTarget.checked)}
              label={
                <>
                  {t("replace", { name: data.spentVoucher.name })}
                  {data.spentVoucher.replacementEndDate ? (
                    <>
                      , {t("until")} <Day on={data.spentVoucher.replacementEndDate} />
                    </>
                  ) : null}
                </>
              }
            />
          ) : null}
          <TextInput
            label={t("reason")}
            description={t("reasonHint")}
            maxLength={mostOf.reason}
            required
            withAsterisk={false}
            autoFocus
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            error={wrong}
          />
          {failed && !wrong ? <Refusal failed={failed} /> : null}
          <Group>
            <Button type="submit" color="red.8" loading={work.isPending} disabled={isWhole}>
              {of ? t("submitLine", { count }) : t("submit")}
            </Button>
            <Button variant="default" onClick={onBack}>
              {t("keep")}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Card>
  );
}
