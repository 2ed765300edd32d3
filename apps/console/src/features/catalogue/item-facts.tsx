"use client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Day } from "../../ui/moment.tsx";
import { useStoreNames } from "../session/use-store-names.ts";

type Limits = { readonly stores: readonly number[]; readonly channels: readonly number[] };
type Known = `channels.${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`;
type Fact = readonly [name: string, value: ReactNode];

/** The first and last day in words, or "always" if both are null. */
export function Period({ from, to }: { from: string | null; to: string | null }) {
  const t = useTranslations("catalogue");
  if (from === null)
    return to === null ? t("always") : t.rich("until", { day: () => <Day on={to} /> });
  if (to === null) return t.rich("from", { day: () => <Day on={from} /> });
  return (
    <>
      <Day on={from} /> – <Day on={to} />
    </>
  );
}

/** The names of the stores in which an item can be used. "Every store" stays on one line. */
export function StoreNames({ stores }: Pick<Limits, "stores">) {
  const storeNames = useStoreNames();
  const style = stores.length ? {} : { whiteSpace: "nowrap" as const };
  return <bdi style={style}>{storeNames(stores)}</bdi>;
}

/** Returns a function that lists the stores and channels in which an item can be used. */
export function useLimitFacts() {
  const t = useTranslations("catalogue");
  const storeNames = useStoreNames();
  return ({ stores, channels }: Limits): readonly Fact[] => [
    [t("stores"), <bdi key="s">{storeNames(stores)}</bdi>],
    [
      t("channelsWord"),
      channels.length
        ? channels.map((channel) => t(`channels.${channel}` as Known)).join(", ")
        : t("everyChannel"),
    ],
  ];
}
