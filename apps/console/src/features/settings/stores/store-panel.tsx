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
  const id = store?.id ?? null;
  // `made` is the store created here, `form` the key of the form. The form of a new store stays after the
  // creation, because the person may have typed on in the meantime.
  const [shown, setShown] = useState({ id, made: null as number | null, form: 0 });
  if (shown.id !== id) {
    const isMade = id !== null && id === shown.made;
    setShown({ id, made: isMade ? id : null, form: isMade ? shown.form : shown.form + 1 });
  }
  return (
    <SidePanel title={store ? <bdi>{store.name}</bdi> : t("new")} {...panel}>
      <StoreForm
        key={shown.form}
        store={store}
        isMade={id !== null && id === shown.made}
        onMade={(made) => {
          setShown((before) => ({ ...before, made }));
          replace({ open: made });
        }}
      />
    </SidePanel>
  );
}
