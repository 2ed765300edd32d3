"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { SidePanel } from "../../ui/list/side-panel.tsx";
import type { PanelProps } from "../../ui/list/use-opened.ts";
import css from "../../ui/ui.module.css";
import { RedemptionDetail } from "./redemption-detail.tsx";

export default function RedemptionPanel({ id, ...panel }: PanelProps & { id: number }) {
  const t = useTranslations("redemptions");
  return (
    <SidePanel
      title={
        <Link className={css.link} href={`/redemptions/${id}`}>
          {t("one", { id: String(id) })}
        </Link>
      }
      {...panel}
    >
      <RedemptionDetail key={id} id={id} isInPanel />
    </SidePanel>
  );
}
