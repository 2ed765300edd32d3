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
export function RewardPrice({ reward }: { reward: Pick<Reward, "kind" | "stampsToRedeem"> }) {
  const t = useTranslations("catalogue");
  return reward.kind === "flexible"
    ? t("anyStamps")
    : t("stamps", { count: reward.stampsToRedeem });
}

/** A reward's settings. */
export function RewardFacts({ reward }: { reward: Reward }) {
  const t = useTranslations("catalogue");
  const limitFacts = useLimitFacts();
  return (
    <Card>
      <Facts
        facts={[
          [t("state"), <ItemState key="state" item={reward} />],
          [t("code"), <bdi key="code">{reward.code}</bdi>],
          [t("price"), <RewardPrice key="price" reward={reward} />],
          [
            t("gives"),
            reward.voucherTemplateId === null ? null : (
              <Link
                key="gives"
                className={css.link}
                href={`/catalogue/voucher-templates?open=${reward.voucherTemplateId}`}
              >
                <bdi>{reward.voucherTemplateName}</bdi>
              </Link>
            ),
          ],
          [t("when"), <Period key="when" from={reward.startDate} to={reward.endDate} />],
          ...limitFacts(reward),
        ]}
      />
    </Card>
  );
}
