"use client";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { doneOnce } from "../../../rpc/client.ts";
import { failureOf } from "../../../rpc/failure.ts";
import { useApi } from "../../../rpc/use-api.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Refusal } from "../../../ui/refusal.tsx";

/** Sends a visit's receipt by email. The service sends one email, however often it is called. */
export function useEmailReceipt(key: string) {
  const api = useApi();
  return useMutation({
    networkMode: "always",
    mutationFn: () => api.staff.visits.emailReceipt.mutate({ key }, doneOnce()),
  });
}

type EmailNoticeProps = { email: ReturnType<typeof useEmailReceipt>; customerId: number };

/** The address to which the receipt was sent, or the reason why it was not sent. */
export function EmailNotice({ email: { data, error }, customerId }: EmailNoticeProps) {
  const t = useTranslations("till");
  if (data)
    return (
      <Notice tone="good">
        <p>
          {t.rich(data.isNew ? "emailSent" : "emailSentBefore", {
            email: data.email,
            bdi: (text) => <bdi>{text}</bdi>,
          })}
        </p>
      </Notice>
    );
  if (!error) return null;
  const failed = failureOf(error);
  if (failed.code !== "invalid_type") return <Refusal failed={failed} />;
  return (
    <Notice tone="bad" code={failed.code}>
      <p>
        <strong>{t("emailNone")}</strong> {t("emailNoneAdvice")}{" "}
        <Link href={`/customers/${customerId}`}>{t("openProfile")}</Link>
      </p>
    </Notice>
  );
}
