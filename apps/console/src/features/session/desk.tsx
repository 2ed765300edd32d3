"use client";
import { createContext, type ReactNode, useContext, useState } from "react";
import type { Outputs } from "../../rpc/client.ts";
import { remember } from "../../ui/remember.ts";

export type Me = Outputs["staff"]["me"];
export type Store = Me["stores"][number];

type Desk = {
  readonly me: Me;
  /** Active stores in which this person may act. */
  readonly stores: readonly Store[];
  /** The store in which this person works now; null if there is none. */
  readonly store: Store | null;
  readonly setStore: (id: number) => void;
  /** Whether this session may call a procedure. The console hides actions that would be refused. */
  readonly may: (procedure: string) => boolean;
  /** The time zone of a store. For stores that this person does not see, the merchant's zone. */
  readonly zoneOf: (storeId: number | null | undefined) => string;
};

const DeskContext = createContext<Desk | null>(null);
const STORE_COOKIE = "stampbook_store";

type DeskProviderProps = { me: Me; storeId: number | null; children: ReactNode };

export function DeskProvider({ me, storeId, children }: DeskProviderProps) {
  const stores = me.stores.filter(({ isActive }) => isActive);
  const [chosen, setChosen] = useState(storeId);
  const allowed = new Set(me.may);
  const desk: Desk = {
    me,
    stores,
    store: stores.find(({ id }) => id === chosen) ?? firstOf(stores),
    setStore: (id) => {
      setChosen(id);
      remember(STORE_COOKIE, String(id));
    },
    may: (procedure) => allowed.has(procedure),
    zoneOf: (id) => me.stores.find((one) => one.id === id)?.timezone ?? me.merchant.timezone,
  };
  return <DeskContext value={desk}>{children}</DeskContext>;
}

/** Returns the merchant's first store, until one is chosen. The first by name would be a store by chance. */
function firstOf(stores: readonly Store[]): Store | null {
  return stores.toSorted((one, other) => one.id - other.id)[0] ?? null;
}

/** Returns the signed-in person, their store, and their rights. Throws outside of `DeskProvider`. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new TypeError("a desk is around every page but the sign-in");
  return desk;
}
