"use client";
import { type ComponentProps, useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../../rpc/client.ts";
import { readAgain } from "../../../rpc/read-again.ts";
import { SidePanel } from "../../../ui/list/side-panel.tsx";
import type { PanelProps } from "../../../ui/list/use-opened.ts";
import { useAddress } from "../../../ui/use-address.ts";
import { FreshForm } from "../fresh-form.tsx";
import { Slots } from "./slots.tsx";
import { SpecialDays } from "./special-days.tsx";
import { StoreForm, type StoreSettings } from "./store-form.tsx";

type FreshStoreProps = Omit<ComponentProps<typeof StoreForm>, "store"> & { id: number | null };

/** A store's forms. They begin once the store has been read again. If `id` is null, the first creates a store. */
function FreshStore({ id, ...form }: FreshStoreProps) {
  // a new store has nothing to read, and its form stays after the creation
  const [isNew] = useState(id === null);
  const query = trpc.staff.settings.stores.list.useQuery(undefined, {
    ...readAgain,
    enabled: !isNew,
  });
  const { data, error, isFetchedAfterMount } = query;
  const store = data?.find((one) => one.id === id) ?? null;
  return (
    <FreshForm isRead={isNew || isFetchedAfterMount} error={error}>
      <StoreForm store={store} {...form} />
      {store ? <SpecialDays key={store.id} store={store} /> : null}
      {store ? <Slots key={`slots of ${store.id}`} store={store} /> : null}
    </FreshForm>
  );
}

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
      <FreshStore
        key={shown.form}
        id={id}
        isFirst={shown.form === 0}
        isMade={id !== null && id === shown.made}
        onMade={(made) => {
          setShown((before) => ({ ...before, made }));
          replace({ open: made });
        }}
      />
    </SidePanel>
  );
}
