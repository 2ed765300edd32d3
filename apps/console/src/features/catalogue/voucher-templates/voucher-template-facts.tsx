"use client";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../../rpc/client.ts";
import { Card } from "../../../ui/card.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { useMoney } from "../../../ui/money.ts";
import { useDesk } from "../../session/desk.tsx";
import { useLimitFacts } from "../item-facts.tsx";

export type VoucherTemplate = Outputs["staff"]["catalogue"]["voucherTemplates"]["get"];

/** The value of its vouchers, and whether it is spent at once or in parts. */
export function TemplateValue({ of }: { of: Pick<VoucherTemplate, "value" | "isDynamic"> }) {
  const t = useTranslations("catalogue");
  const money = useMoney(useDesk().me.merchant.currency);
  if (of.value === null) return t("noValue");
  return of.isDynamic ? t("balanceOf", { value: money(of.value) }) : money(of.value);
}

/** How long its vouchers are valid. */
export function Validity({ days }: { days: number | null }) {
  const t = useTranslations("catalogue");
  return days === null ? t("withoutEnd") : t("days", { count: days });
}

/** A voucher template's settings. */
export function VoucherTemplateFacts({ of }: { of: VoucherTemplate }) {
  const t = useTranslations("catalogue");
  const limitFacts = useLimitFacts();
  const text = (value: string) => (value ? <bdi key={value}>{value}</bdi> : null);
  return (
    <Card>
      <Facts
        of={[
          [t("value"), <TemplateValue key="value" of={of} />],
          [t("validity"), <Validity key="validity" days={of.validityDays} />],
          ...limitFacts(of),
          [t("shortDescription"), text(of.shortDescription)],
          [t("description"), text(of.description)],
          [t("instructions"), text(of.instructions)],
          [t("terms"), text(of.termsAndConditions)],
          [t("picture"), text(of.pictureUrl)],
        ]}
      />
    </Card>
  );
}
