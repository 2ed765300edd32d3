"use client";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { useDesk } from "../../session/desk.tsx";
import { anew, ItemPage } from "../item-page.tsx";
import { PromoCodeFacts } from "./promo-code-facts.tsx";
import { PromoCodeForm } from "./promo-code-form.tsx";

/** An existing promo code, editable for people with the right, else read-only. */
export function PromoCodePage({ id }: { id: number }) {
  const t = useTranslations("catalogue");
  const { may } = useDesk();
  const query = trpc.staff.catalogue.promoCodes.get.useQuery({ id }, anew);
  const data = query.isFetchedAfterMount ? query.data : undefined;
  const mayEdit = may("staff.catalogue.promoCodes.update");
  return (
    <ItemPage title={data?.code ?? t("promoCode")} query={query} list="/catalogue/promo-codes">
      {data && mayEdit ? <PromoCodeForm of={data} /> : null}
      {data && !mayEdit ? <PromoCodeFacts of={data} /> : null}
    </ItemPage>
  );
}

/** A new promo code. */
export function NewPromoCodePage() {
  const t = useTranslations("catalogue");
  return (
    <ItemPage title={t("newPromoCode")}>
      <PromoCodeForm of={null} />
    </ItemPage>
  );
}
