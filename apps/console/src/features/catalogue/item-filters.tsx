"use client";
import { NativeSelect } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { Filters } from "../../ui/list/filters.tsx";
import { TextFilter } from "../../ui/list/text-filter.tsx";
import { useAddress } from "../../ui/use-address.ts";

const states = { on: true, off: false } as const;
type State = keyof typeof states;

/** Returns the filters in the address, as the service's input. */
export function useItemFilter() {
  const { get } = useAddress();
  const state = get("state");
  return { text: get("q"), isActive: state in states ? states[state as State] : null };
}

/** Filters by name. With `hasState`, also by code and by whether the item is active. */
export function ItemFilters({ hasState = false }: { hasState?: boolean }) {
  const t = useTranslations("catalogue");
  const { get, replace } = useAddress();
  return (
    <Filters label={t("filters")}>
      <TextFilter name="q" type="search" label={t(hasState ? "search" : "searchName")} />
      {hasState ? (
        <NativeSelect
          label={t("state")}
          value={get("state")}
          onChange={({ currentTarget }) => replace({ state: currentTarget.value })}
          data={[
            { value: "", label: t("all") },
            { value: "on", label: t("switchedOn") },
            { value: "off", label: t("switchedOff") },
          ]}
        />
      ) : null}
    </Filters>
  );
}
