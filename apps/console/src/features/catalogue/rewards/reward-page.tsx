"use client";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { useDesk } from "../../session/desk.tsx";
import { anew, ItemPage } from "../item-page.tsx";
import { RewardFacts } from "./reward-facts.tsx";
import { RewardForm } from "./reward-form.tsx";

/** An existing reward, editable for people with the right, else read-only. */
export function RewardPage({ id }: { id: number }) {
  const t = useTranslations("catalogue");
  const { may } = useDesk();
  const query = trpc.staff.catalogue.rewards.get.useQuery({ id }, anew);
  const data = query.isFetchedAfterMount ? query.data : undefined;
  const mayEdit = may("staff.catalogue.rewards.update");
  return (
    <ItemPage title={data?.name ?? t("reward")} query={query} list="/catalogue/rewards">
      {data && mayEdit ? <RewardForm of={data} /> : null}
      {data && !mayEdit ? <RewardFacts of={data} /> : null}
    </ItemPage>
  );
}

/** A new reward. */
export function NewRewardPage() {
  const t = useTranslations("catalogue");
  return (
    <ItemPage title={t("newReward")}>
      <RewardForm of={null} />
    </ItemPage>
  );
}
