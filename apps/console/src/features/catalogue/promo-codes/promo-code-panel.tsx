"use client";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { useDesk } from "../../session/desk.tsx";
import type { PanelProps } from "../item-list.tsx";
import { ItemPanel } from "../item-panel.tsx";
import { PromoCodeFacts } from "./promo-code-facts.tsx";

/** A promo code beside the list. */
export default function PromoCodePanel({ id, ...panel }: PanelProps) {
  const t = useTranslations("catalogue");
  const { may } = useDesk();
  return (
    <ItemPanel
      {...panel}
      query={trpc.staff.catalogue.promoCodes.get.useQuery({ id })}
      kind={t("promoCode")}
      titleOf={({ code }) => code}
      editHref={may("staff.catalogue.promoCodes.update") ? `/catalogue/promo-codes/${id}` : null}
    >
      {(promoCode) => <PromoCodeFacts promoCode={promoCode} />}
    </ItemPanel>
  );
}
