"use client";
import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { todayIn } from "../days.ts";
import { useAddress } from "../use-address.ts";
import { ZoneNote, type Zones } from "../zone-note.tsx";
import { DayFilter } from "./day-filter.tsx";
import { type PresetName, presetsOn } from "./periods.ts";

type PeriodFilterProps = {
  zones: Zones;
  /** False if each row's day is a day in its own store's zone. No zone is then shown. */
  hasNote?: boolean;
  /** Which named periods are offered: `ahead` for lists of future records, such as bookings. */
  direction?: "past" | "ahead";
};

/**
 * Filters by the first and last day, both included, as `from` and `to` in the address. People choose a named
 * period, or the dates.
 */
export function PeriodFilter({ zones, hasNote = true, direction = "past" }: PeriodFilterProps) {
  const t = useTranslations("list");
  const { get, replace } = useAddress();
  const [isCustom, setCustom] = useState(false);
  const [from, to] = [get("from"), get("to")];
  const presets = presetsOn(todayIn(zones.timeZone), direction);
  const isSet = from !== "" || to !== "";
  const named = presets.find((preset) => preset.from === from && preset.to === to);
  const value = isCustom || (isSet && !named) ? "custom" : (named?.name ?? "any");

  function choose(name: PresetName | "any" | "custom") {
    setCustom(name === "custom");
    const { from = null, to = null } = presets.find((preset) => preset.name === name) ?? {};
    if (name !== "custom") replace({ from, to });
  }

  return (
    <>
      <NativeSelect
        label={t("period")}
        value={value}
        onChange={({ currentTarget }) => choose(currentTarget.value as PresetName)}
        data={[
          { value: "any", label: t("periods.any") },
          ...presets.map(({ name }) => ({ value: name, label: t(`periods.${name}`) })),
          { value: "custom", label: t("periods.custom") },
        ]}
      />
      {value === "custom" ? (
        <>
          <DayFilter name="from" label={t("from")} />
          <DayFilter name="to" label={t("to")} />
        </>
      ) : null}
      {hasNote && isSet ? <ZoneNote {...zones} /> : null}
    </>
  );
}
