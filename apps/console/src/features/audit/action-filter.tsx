"use client";
import { NativeSelect } from "@mantine/core";
import { useMessages, useTranslations } from "use-intl/react";
import { flatten, type Messages } from "../../ui/list/csv-words.ts";
import { useAddress } from "../../ui/use-address.ts";

/**
 * Filters by `action` in the address. An unknown action in the address is also shown, so that it can be
 * cleared.
 */
export function ActionFilter() {
  const t = useTranslations("audit");
  // the cast is safe: a page gets every group that its code names (scripts/words/groups-of-pages.ts)
  const { audit } = useMessages() as Messages;
  const { get, replace } = useAddress();
  const chosen = get("action");
  const known = flatten(audit.actions).map(([value, label]) => ({ value, label }));
  const isKnown = !chosen || known.some(({ value }) => value === chosen);
  return (
    <NativeSelect
      label={t("action")}
      value={chosen}
      onChange={({ currentTarget }) => replace({ action: currentTarget.value })}
      data={[
        { value: "", label: t("all") },
        ...known,
        ...(isKnown ? [] : [{ value: chosen, label: chosen }]),
      ]}
    />
  );
}
