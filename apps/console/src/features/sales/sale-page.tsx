"use client";
import { useTranslations } from "use-intl/react";
import { PageTitle } from "../../ui/page-title.tsx";
import { SaleDetail } from "./sale-detail.tsx";

/** One sale, at its own address. */
export function SalePage({ id }: { id: number }) {
  const t = useTranslations("sales");
  return (
    <div style={{ maxWidth: 720 }}>
      <PageTitle title={t("one", { id: String(id) })} />
      <SaleDetail id={id} />
    </div>
  );
}
