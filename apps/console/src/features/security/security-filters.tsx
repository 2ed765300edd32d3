"use client";
import { NativeSelect } from "@mantine/core";
import { useMessages, useTranslations } from "use-intl/react";
import type { Outputs } from "../../rpc/client.ts";
import { flatten, type Messages } from "../../ui/list/csv-words.ts";
import { useAddress } from "../../ui/use-address.ts";
import { type Actor, ActorFilter, actorIn } from "../parts/actor-filter.tsx";

type SecurityEvent = Outputs["staff"]["securityEvents"]["list"]["items"][number];

const results = ["done", "failed", "refused"] as const;

/** Returns the filter in the address. Ignores values that the service does not know. */
export function useSecurityFilter() {
  const { security } = useMessages() as Messages;
  const { get } = useAddress();
  const what = Object.keys(security.actions).find((one) => one === get("what"));
  return {
    what: (what ?? null) as SecurityEvent["what"] | null,
    result: results.find((one) => one === get("result")) ?? null,
    actor: actorIn(get("actor")),
  };
}

/** Filters events by kind, result and actor. */
export function SecurityFilters({ actors }: { actors: readonly Actor[] }) {
  const t = useTranslations("security");
  // the cast is safe: a page gets every group that its code names (scripts/words/groups-of-pages.ts)
  const { security } = useMessages() as Messages;
  const { replace } = useAddress();
  const { what, result } = useSecurityFilter();
  const all = { value: "", label: t("all") };
  return (
    <>
      <NativeSelect
        label={t("what")}
        value={what ?? ""}
        onChange={({ currentTarget }) => replace({ what: currentTarget.value })}
        data={[all, ...flatten(security.actions).map(([value, label]) => ({ value, label }))]}
      />
      <NativeSelect
        label={t("result")}
        value={result ?? ""}
        onChange={({ currentTarget }) => replace({ result: currentTarget.value })}
        data={[all, ...results.map((value) => ({ value, label: t(`results.${value}`) }))]}
      />
      <ActorFilter name="actor" seen={actors} />
    </>
  );
}
