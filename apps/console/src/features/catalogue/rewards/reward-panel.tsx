"use client";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { useDesk } from "../../session/desk.tsx";
import type { PanelProps } from "../item-list.tsx";
import { EditLink, ItemPanel } from "../item-panel.tsx";
import { RewardFacts } from "./reward-facts.tsx";

export default function RewardPanel(props: PanelProps) {
  const t = useTranslations("catalogue");
  const { may } = useDesk();
  const query = trpc.staff.catalogue.rewards.get.useQuery({ id: props.id });
  return (
    <ItemPanel
      {...props}
      query={query}
      title={query.data?.name ?? t("reward")}
      actions={
        may("staff.catalogue.rewards.update") ? (
          <EditLink href={`/catalogue/rewards/${props.id}`} />
        ) : null
      }
    >
      {query.data ? <RewardFacts of={query.data} /> : null}
    </ItemPanel>
  );
}
