"use client";
import { useTranslations } from "use-intl/react";
import { SidePanel } from "../../../ui/list/side-panel.tsx";
import { type Token, TokenDetail } from "./token-detail.tsx";
import { TokenForm } from "./token-form.tsx";

type TokenPanelProps = { of: Token | null; onClose: () => void; onStep: (step: number) => void };

/** A token beside the list, or the form for a new one. */
export default function TokenPanel({ of, onClose, onStep }: TokenPanelProps) {
  const t = useTranslations("tokens");
  return (
    <SidePanel title={of ? <bdi>{of.name}</bdi> : t("new")} onClose={onClose} onStep={onStep}>
      {of ? <TokenDetail key={of.id} of={of} /> : <TokenForm onDone={onClose} />}
    </SidePanel>
  );
}
