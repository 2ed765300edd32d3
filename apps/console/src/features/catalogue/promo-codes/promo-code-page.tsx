"use client";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { readAgain } from "../../../rpc/read-again.ts";
import { Allowed } from "../../session/allowed.tsx";
import { useDesk } from "../../session/desk.tsx";
import { ItemPage, NewItemPage } from "../item-page.tsx";
import { PromoCodeFacts } from "./promo-code-facts.tsx";
import { PromoCodeForm } from "./promo-code-form.tsx";

/** The page of an existing promo code: a form, or facts for people who may not edit it. */
export function PromoCodePage({ id }: { id: number }) {
  const t = useTranslations("catalogue");
  const { may } = useDesk();
  return (
    <ItemPage
      query={trpc.staff.catalogue.promoCodes.get.useQuery({ id }, readAgain)}
      kind={t("promoCode")}
      titleOf={({ code }) => code}
      list="/catalogue/promo-codes"
      mayEdit={may("staff.catalogue.promoCodes.update")}
      form={(promoCode) => <PromoCodeForm promoCode={promoCode} />}
      facts={(promoCode) => <PromoCodeFacts promoCode={promoCode} />}
    />
  );
}

/** The page with the form for a new promo code. */
export function NewPromoCodePage() {
  const t = useTranslations("catalogue");
  return (
    <NewItemPage title={t("newPromoCode")}>
      <Allowed needs="staff.catalogue.promoCodes.create">
        <PromoCodeForm promoCode={null} />
      </Allowed>
    </NewItemPage>
  );
}
