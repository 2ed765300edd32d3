"use client";
import { useTranslations } from "use-intl/react";
import { PageTitle } from "../../ui/page-title.tsx";
import { RedemptionDetail } from "./redemption-detail.tsx";

/** One redemption, at its own address. */
export function RedemptionPage({ id }: { id: number }) {
  const t = useTranslations("redemptions");
  return (
    <div style={{ maxWidth: 720 }}>
      <PageTitle title={t("one", { id: String(id) })} />
      <RedemptionDetail id={id} />
    </div>
  );
}
