"use client";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { useDesk } from "../session/desk.tsx";
import { PromoCodeFacts } from "./promo-code-facts.tsx";
import type { PanelProps } from "./thing-list.tsx";
import { EditLink, ThingPanel } from "./thing-panel.tsx";

export default function PromoCodePanel(props: PanelProps) {
  const t = useTranslations("catalogue");
  const { may } = useDesk();
  const query = trpc.staff.catalogue.promoCodes.get.useQuery({ id: props.id });
  return (
    <ThingPanel
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
    </ThingPanel>
  );
}
