"use client";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { useDesk } from "../../session/desk.tsx";
import type { PanelProps } from "../item-list.tsx";
import { EditLink, ItemPanel } from "../item-panel.tsx";
import { PromoCodeFacts } from "./promo-code-facts.tsx";

export default function PromoCodePanel(props: PanelProps) {
  const t = useTranslations("catalogue");
  const { may } = useDesk();
  const query = trpc.staff.catalogue.promoCodes.get.useQuery({ id: props.id });
  return (
    <ItemPanel
      {...props}
      query={query}
      title={query.data?.code ?? t("promoCode")}
      actions={
        may("staff.catalogue.promoCodes.update") ? (
          <EditLink href={`/catalogue/promo-codes/${props.id}`} />
        ) : null
      }
    >
      {query.data ? <PromoCodeFacts of={query.data} /> : null}
    </ItemPanel>
  );
}
