"use client";
import { Button } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Refusal } from "../../../ui/refusal.tsx";

type RetryMessageProps = {
  message: Outputs["staff"]["settings"]["outbox"]["list"]["items"][number];
};

/** Retries a message whose delivery was given up (`dead`), and shows the result. */
export function RetryMessage({ message }: RetryMessageProps) {
  const t = useTranslations("outbox");
  const utils = trpc.useUtils();
  const retry = trpc.staff.settings.outbox.retry.useMutation({
    onSettled: () => utils.staff.settings.outbox.invalidate(),
  });
  const failed = retry.error && failureOf(retry.error);
  if (retry.isSuccess && message.state !== "dead")
    return <Notice tone="good">{t("retried")}</Notice>;
  return (
    <>
      {failed?.code === "invalid" ? (
        <Notice tone="bad">{t(`refused.${message.kind}`)}</Notice>
      ) : null}
      {failed && failed.code !== "invalid" ? <Refusal failed={failed} /> : null}
      {message.isRetriable ? (
        <Button
          variant="default"
          size="compact-sm"
          mt={4}
          loading={retry.isPending}
          onClick={() => retry.mutate({ id: message.id })}
        >
          {t("retry")}
        </Button>
      ) : null}
    </>
  );
}
