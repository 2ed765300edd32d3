"use client";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { SidePanel } from "../../../ui/list/side-panel.tsx";
import { useAddress } from "../../../ui/use-address.ts";
import { StoreForm, type StoreSettings } from "./store-form.tsx";

type StorePanelProps = {
  of: StoreSettings | null;
  onClose: () => void;
  onStep: (step: number) => void;
};

/** A store beside the list. */
export default function StorePanel({ of, onClose, onStep }: StorePanelProps) {
  const t = useTranslations("stores");
  const { replace } = useAddress();
  const [madeId, setMadeId] = useState<number | null>(null);
  return (
    <SidePanel title={of ? <bdi>{of.name}</bdi> : t("new")} onClose={onClose} onStep={onStep}>
      <StoreForm
        key={of?.id ?? "new"}
        of={of}
        isMade={of !== null && of.id === madeId}
        onSaved={(id) => {
          setMadeId(id);
          replace({ open: id });
        }}
      />
    </SidePanel>
  );
}
