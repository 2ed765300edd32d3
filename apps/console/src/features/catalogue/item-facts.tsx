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
  if (from === null && to === null) return t("always");
  return (
    <>
      {from === null ? null : t.rich("from", { day: () => <Day on={from} /> })}{" "}
      {to === null ? null : t.rich("through", { day: () => <Day on={to} /> })}
    </>
  );
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
