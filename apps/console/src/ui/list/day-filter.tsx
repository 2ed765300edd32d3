"use client";
import { TextInput } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { ZoneNote, type Zones } from "../zone-note.tsx";
import { useTyped } from "./use-typed.ts";

type DayFilterProps = {
  /** Its name in the address. */
  name: string;
  label: string;
};

/** A filter for one day. A year that is still being typed begins with zeros and is ignored. */
export function DayFilter({ name, label }: DayFilterProps) {
  const { text, setText, say } = useTyped(name);
  return (
    <TextInput
      type="date"
      label={label}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        if (!value.startsWith("0")) say(value);
      }}
    />
  );
}

/**
 * The first and last day, both included, as `from` and `to` in the address. Names the zone if all days
 * are in one calendar.
 */
export function PeriodFilter({ zones }: { zones?: Zones }) {
  const t = useTranslations("list");
  return (
    <>
      <DayFilter name="from" label={t("from")} />
      <DayFilter name="to" label={t("to")} />
      {zones ? <ZoneNote {...zones} /> : null}
    </>
  );
}
