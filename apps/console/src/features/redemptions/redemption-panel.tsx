"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { SidePanel } from "../../ui/list/side-panel.tsx";
import css from "../../ui/ui.module.css";
import { RedemptionDetail } from "./redemption-detail.tsx";

type RedemptionPanelProps = { id: number; onClose: () => void; onStep: (step: number) => void };

export default function RedemptionPanel({ id, onClose, onStep }: RedemptionPanelProps) {
  const t = useTranslations("redemptions");
  return (
    <SidePanel
      title={
        <Link className={css.link} href={`/redemptions/${id}`}>
          {t("one", { id: String(id) })}
        </Link>
      }
      onClose={onClose}
      onStep={onStep}
    >
      <RedemptionDetail key={id} id={id} isInPanel />
    </SidePanel>
  );
}
