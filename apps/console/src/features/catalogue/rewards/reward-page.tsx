"use client";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { readAgain } from "../../../rpc/read-again.ts";
import { Allowed } from "../../session/allowed.tsx";
import { useDesk } from "../../session/desk.tsx";
import { ItemPage, NewItemPage } from "../item-page.tsx";
import { RewardFacts } from "./reward-facts.tsx";
import { RewardForm } from "./reward-form.tsx";

/** The page of an existing reward: a form, or facts for people who may not edit it. */
export function RewardPage({ id }: { id: number }) {
  const t = useTranslations("catalogue");
  const { may } = useDesk();
  return (
    <ItemPage
      query={trpc.staff.catalogue.rewards.get.useQuery({ id }, readAgain)}
      kind={t("reward")}
      titleOf={({ name }) => name}
      list="/catalogue/rewards"
      mayEdit={may("staff.catalogue.rewards.update")}
      form={(reward) => <RewardForm reward={reward} />}
      facts={(reward) => <RewardFacts reward={reward} />}
    />
  );
}

/** The page with the form for a new reward. */
export function NewRewardPage() {
  const t = useTranslations("catalogue");
  return (
    <NewItemPage title={t("newReward")}>
      <Allowed needs="staff.catalogue.rewards.create">
        <RewardForm reward={null} />
      </Allowed>
    </NewItemPage>
  );
}
