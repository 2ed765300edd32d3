"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../../rpc/client.ts";
import { Card } from "../../../ui/card.tsx";
import { Facts } from "../../../ui/facts.tsx";
import css from "../../../ui/ui.module.css";
import { Period, useLimitFacts } from "../item-facts.tsx";
import { ItemState } from "../item-state.tsx";

export type Reward = Outputs["staff"]["catalogue"]["rewards"]["get"];

/** A reward's price. */
export function RewardPrice({ of }: { of: Pick<Reward, "kind" | "stampsToRedeem"> }) {
  const t = useTranslations("catalogue");
  return of.kind === "flexible" ? t("anyStamps") : t("stamps", { count: of.stampsToRedeem });
}

/** A reward's settings. */
export function RewardFacts({ of }: { of: Reward }) {
  const t = useTranslations("catalogue");
  const limitFacts = useLimitFacts();
  return (
    <Card>
      <Facts
        of={[
          [t("state"), <ItemState key="state" of={of} />],
          [t("code"), <bdi key="code">{of.code}</bdi>],
          [t("price"), <RewardPrice key="price" of={of} />],
          [
            t("gives"),
            of.voucherTemplateId === null ? null : (
              <Link
                key="gives"
                className={css.link}
                href={`/catalogue/voucher-templates?open=${of.voucherTemplateId}`}
              >
                <bdi>{of.voucherTemplateName}</bdi>
              </Link>
            ),
          ],
          [t("when"), <Period key="when" from={of.startDate} to={of.endDate} />],
          ...limitFacts(of),
        ]}
      />
    </Card>
  );
}
