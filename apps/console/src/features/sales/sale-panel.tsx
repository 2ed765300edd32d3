"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { SidePanel } from "../../ui/list/side-panel.tsx";
import css from "../../ui/ui.module.css";
import { SaleDetail } from "./sale-detail.tsx";

type SalePanelProps = { id: number; onClose: () => void; onStep: (step: number) => void };

export default function SalePanel({ id, onClose, onStep }: SalePanelProps) {
  const t = useTranslations("sales");
  return (
    <SidePanel
      title={
        <Link className={css.link} href={`/sales/${id}`}>
          {t("one", { id: String(id) })}
        </Link>
      }
      onClose={onClose}
      onStep={onStep}
    >
      <SaleDetail key={id} id={id} isInPanel />
    </SidePanel>
  );
}
