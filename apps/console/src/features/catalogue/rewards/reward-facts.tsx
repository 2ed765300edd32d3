"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../../rpc/client.ts";
import { Card } from "../../../ui/card.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { useMoney } from "../../../ui/money.ts";
import css from "../../../ui/ui.module.css";
import { useDesk } from "../../session/desk.tsx";
import { Period, useLimitFacts } from "../item-facts.tsx";
import { ItemState } from "../item-state.tsx";

export type Reward = Outputs["staff"]["catalogue"]["rewards"]["get"];

/** A reward's price in stamps. A flexible reward has no fixed price. */
export function RewardPrice({ reward }: { reward: Pick<Reward, "kind" | "stampsToRedeem"> }) {
  const t = useTranslations("catalogue");
  return reward.kind === "flexible"
    ? t("anyStamps")
    : t("stamps", { count: reward.stampsToRedeem });
}

/** A reward's settings, read-only. */
export function RewardFacts({ reward }: { reward: Reward }) {
  const t = useTranslations("catalogue");
  const limitFacts = useLimitFacts();
  const money = useMoney(useDesk().me.merchant.currency);
  const text = (value: string) => (value ? <bdi key={value}>{value}</bdi> : null);
  return (
    <Card>
      <Facts
        facts={[
          [t("state"), <ItemState key="state" item={reward} />],
          [t("code"), text(reward.code)],
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
          [t("inApps"), t(reward.isVisible ? "shown" : "hidden")],
          [t("usualPrice"), reward.price && money(reward.price)],
          [t("description"), text(reward.description)],
          [t("terms"), text(reward.terms)],
          [t("picture"), text(reward.imageUrl)],
          [t("landscape"), text(reward.landscapeUrl)],
        ]}
      />
    </Card>
  );
}
