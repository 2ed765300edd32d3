"use client";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { useDesk } from "../../session/desk.tsx";
import type { PanelProps } from "../item-list.tsx";
import { ItemPanel } from "../item-panel.tsx";
import { RewardFacts } from "./reward-facts.tsx";

/** A reward beside the list. */
export default function RewardPanel({ id, ...panel }: PanelProps) {
  const t = useTranslations("catalogue");
  const { may } = useDesk();
  return (
    <ItemPanel
      {...panel}
      query={trpc.staff.catalogue.rewards.get.useQuery({ id })}
      kind={t("reward")}
      titleOf={({ name }) => name}
      editHref={may("staff.catalogue.rewards.update") ? `/catalogue/rewards/${id}` : null}
    >
      {(reward) => <RewardFacts reward={reward} />}
    </ItemPanel>
  );
}
