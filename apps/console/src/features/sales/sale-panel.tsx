"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { SidePanel } from "../../ui/list/side-panel.tsx";
import type { PanelProps } from "../../ui/list/use-opened.ts";
import css from "../../ui/ui.module.css";
import { SaleDetail } from "./sale-detail.tsx";

export default function SalePanel({ id, ...panel }: PanelProps & { id: number }) {
  const t = useTranslations("sales");
  return (
    <SidePanel
      title={
        <Link className={css.link} href={`/sales/${id}`}>
          {t("one", { id: String(id) })}
        </Link>
      }
      {...panel}
    >
      <SaleDetail key={id} id={id} isInPanel />
    </SidePanel>
  );
}
