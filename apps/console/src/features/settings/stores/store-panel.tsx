"use client";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { SidePanel } from "../../../ui/list/side-panel.tsx";
import type { PanelProps } from "../../../ui/list/use-opened.ts";
import { useAddress } from "../../../ui/use-address.ts";
import { StoreForm, type StoreSettings } from "./store-form.tsx";

type StorePanelProps = PanelProps & { store: StoreSettings | null };

/** A store beside the list, or the form for a new one. */
export default function StorePanel({ store, ...panel }: StorePanelProps) {
  const t = useTranslations("stores");
  const { replace } = useAddress();
  const [madeId, setMadeId] = useState<number | null>(null);
  return (
    <SidePanel title={store ? <bdi>{store.name}</bdi> : t("new")} {...panel}>
      <StoreForm
        key={store?.id ?? "new"}
        store={store}
        isMade={store !== null && store.id === madeId}
        onSaved={(id) => {
          setMadeId(id);
          replace({ open: id });
        }}
      />
    </SidePanel>
  );
}
