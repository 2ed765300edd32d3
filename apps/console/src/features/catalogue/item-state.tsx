"use client";
import { useTranslations } from "use-intl/react";
import { todayIn } from "../../ui/days.ts";
import { State } from "../../ui/state.tsx";
import { useDesk } from "../session/desk.tsx";

type ItemStateProps = {
  item: {
    readonly isActive: boolean;
    readonly startDate: string | null;
    readonly endDate: string | null;
  };
  /** Whether the item's limit of uses is reached. */
  isUsedUp?: boolean;
};

/** Whether an item can be redeemed today, by the merchant's calendar. */
export function ItemState({ item, isUsedUp = false }: ItemStateProps) {
  const t = useTranslations("catalogue");
  const today = todayIn(useDesk().me.merchant.timezone);
  if (!item.isActive) return <State tone="plain">{t("off")}</State>;
  if (item.startDate !== null && item.startDate > today)
    return <State tone="warn">{t("later")}</State>;
  if (item.endDate !== null && item.endDate < today) return <State tone="plain">{t("over")}</State>;
  if (isUsedUp) return <State tone="plain">{t("usedUp")}</State>;
  return <State tone="good">{t("on")}</State>;
}
