"use client";
import { Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useMoney } from "../../ui/money.ts";
import { Notice } from "../../ui/notice.tsx";
import { Refusal, useRefusalWords } from "../../ui/refusal.tsx";
import { useDesk } from "../session/desk.tsx";
import type { SaleProps } from "./sale-facts.tsx";

type ReturnPreviewProps = SaleProps & {
  data: Outputs["staff"]["sales"]["previewReturn"] | undefined;
  error: Parameters<typeof failureOf>[0] | null;
};

/** What a return would leave of the sale, and what happens to the customer's stamps. */
export function ReturnPreview({ sale, data, error }: ReturnPreviewProps) {
  const t = useTranslations("sales");
  const said = useRefusalWords();
  const money = useMoney(useDesk().me.merchant.currency);
  if (error) return <Refusal failed={failureOf(error)} />;
  if (!data) return null;
  const { total, stampsEarned, taken, owed, letGo, withdrawn, refusal } = data;
  return (
    <div role="status">
      <Text>{t("returnLeaves", { total: money(total), count: stampsEarned })}</Text>
      {sale.customer ? <Text>{t("returnTakes", { count: taken })}</Text> : null}
      {owed > 0 ? <Text>{t("returnOwes", { count: owed })}</Text> : null}
      {letGo > 0 ? <Text>{t("returnLetsGo", { count: letGo })}</Text> : null}
      {withdrawn.map(({ id, code }) => (
        <Text key={id}>{t("withdrawn", { code })}</Text>
      ))}
      {refusal ? (
        <Notice tone="bad" code={refusal.code}>
          <p>
            <strong>
              <bdi>{said(refusal).what}</bdi>
            </strong>
          </p>
        </Notice>
      ) : null}
    </div>
  );
}
