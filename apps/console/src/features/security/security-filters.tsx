"use client";
import { NativeSelect } from "@mantine/core";
import { useMessages, useTranslations } from "use-intl/react";
import type { Outputs } from "../../rpc/client.ts";
import { flatten, type Messages } from "../../ui/list/csv-words.ts";
import { useAddress } from "../../ui/use-address.ts";
import { useActorGroups } from "./use-actor-groups.ts";

type SecurityEvent = Outputs["staff"]["securityEvents"]["list"]["items"][number];
type Actor = NonNullable<SecurityEvent["actor"]>;

const results = ["done", "failed", "refused"] as const;

/** Returns the filter in the address. Ignores values that the service does not know. */
export function useSecurityFilter() {
  const { security } = useMessages() as Messages;
  const { get } = useAddress();
  const what = Object.keys(security.actions).find((one) => one === get("what"));
  return {
    what: (what ?? null) as SecurityEvent["what"] | null,
    result: results.find((one) => one === get("result")) ?? null,
    actor: /^(token:[0-9]{1,16}|staff:[\w-]{1,64})$/.exec(get("actor"))?.[0] ?? null,
  };
}

/** Filters events by kind, result and actor. */
export function SecurityFilters({ actors }: { actors: readonly Actor[] }) {
  const t = useTranslations("security");
  // the cast is safe: a page gets every group that its code names (scripts/words/groups-of-pages.ts)
  const { security } = useMessages() as Messages;
  const { replace } = useAddress();
  const { what, result, actor } = useSecurityFilter();
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
      <NativeSelect
        label={t("by")}
        value={actor ?? ""}
        onChange={({ currentTarget }) => replace({ actor: currentTarget.value })}
        data={[all, ...useActorGroups(actors, actor)]}
      />
    </>
  );
}
