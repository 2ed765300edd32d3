"use client";
import { Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc, withKey } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useApi } from "../../rpc/use-api.ts";
import { Card } from "../../ui/card.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useHoldPanel } from "../../ui/panel-hold.ts";
import css from "../../ui/ui.module.css";
import { ReasonForm } from "../parts/reason-form.tsx";
import type { SaleProps } from "./sale-facts.tsx";

type CancelSaleProps = SaleProps & { onBack: () => void; onDone: () => void };

/** Shows how many stamps the cancellation takes back, and asks for a reason. */
export function CancelSale({ sale, onBack, onDone }: CancelSaleProps) {
  const t = useTranslations("sales");
  const api = useApi();
  const utils = trpc.useUtils();
  useHoldPanel("keys");
  const [key] = useState(() => crypto.randomUUID());
  const { customer, stampsEarned, issued } = sale;
  const isOfSpent = issued.some(({ isSpent }) => isSpent);
  const work = useMutation({
    mutationFn: (reason: string) =>
      api.staff.sales.cancel.mutate({ saleId: sale.id, reason }, withKey(key)),
    onSuccess: async () => {
      await Promise.all([utils.staff.sales.invalidate(), utils.staff.customers.invalidate()]);
      // only now, because the old data would show the button for canceling again
      onDone();
    },
  });
  const failed = work.error && failureOf(work.error);
  const isSpent = failed?.code === "insufficient_stamps" && customer !== null;
  return (
    <Card title={t("cancelTitle")}>
      <Stack gap="sm">
        <Text>
          {customer && stampsEarned
            ? t.rich("takesBack", {
                count: stampsEarned,
                name: customer.name,
                bdi: (text) => <bdi>{text}</bdi>,
              })
            : t("takesNothing")}
        </Text>
        {issued
          .filter(({ isSpent, isOpen, isActive }) => (isOfSpent ? isSpent : isOpen && isActive))
          .map(({ id, code }) => (
            <Text key={id} {...(isOfSpent ? { c: "red.8" } : {})}>
              {t(isOfSpent ? "givenSpent" : "withdrawn", { code })}
            </Text>
          ))}
        <ReasonForm
          submit={t("cancel")}
          isDanger
          isBusy={work.isPending}
          failed={failed}
          isShownAtField={isSpent}
          onBack={onBack}
          onSubmit={(reason) => work.mutate(reason)}
        />
        {isSpent ? (
          <Notice tone="bad" code={failed.code}>
            <p>
              <strong>{t("spent", { count: stampsEarned })}</strong>{" "}
              {t.rich("spentAdvice", {
                link: (text) => (
                  <Link className={css.link} href={`/customers/${customer.id}`}>
                    {text}
                  </Link>
                ),
              })}
            </p>
          </Notice>
        ) : null}
      </Stack>
    </Card>
  );
}
