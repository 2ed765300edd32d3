"use client";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../../rpc/client.ts";
import { Card } from "../../../ui/card.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { useMoney } from "../../../ui/money.ts";
import { useDesk } from "../../session/desk.tsx";
import { useLimitFacts } from "../item-facts.tsx";

export type VoucherTemplate = Outputs["staff"]["catalogue"]["voucherTemplates"]["get"];

/** The value of a template's vouchers, if any, and whether it is spent at once or in parts. */
export function TemplateValue({
  template,
}: {
  template: Pick<VoucherTemplate, "value" | "isDynamic">;
}) {
  const t = useTranslations("catalogue");
  const money = useMoney(useDesk().me.merchant.currency);
  if (template.value === null) return t("noValue");
  return template.isDynamic
    ? t("balanceOf", { value: money(template.value) })
    : money(template.value);
}

/** How long a template's vouchers are valid. Null if they never expire. */
export function Validity({ days }: { days: number | null }) {
  const t = useTranslations("catalogue");
  return days === null ? t("withoutEnd") : t("days", { count: days });
}

/** A voucher template's settings, read-only. */
export function VoucherTemplateFacts({ template }: { template: VoucherTemplate }) {
  const t = useTranslations("catalogue");
  const limitFacts = useLimitFacts();
  const text = (value: string) => (value ? <bdi key={value}>{value}</bdi> : null);
  return (
    <Card>
      <Facts
        facts={[
          [t("value"), <TemplateValue key="value" template={template} />],
          [t("validity"), <Validity key="validity" days={template.validityDays} />],
          ...limitFacts(template),
          [t("shortDescription"), text(template.shortDescription)],
          [t("description"), text(template.description)],
          [t("instructions"), text(template.instructions)],
          [t("terms"), text(template.termsAndConditions)],
          [t("picture"), text(template.pictureUrl)],
        ]}
      />
    </Card>
  );
}
