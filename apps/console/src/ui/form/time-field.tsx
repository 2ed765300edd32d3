"use client";
import { Autocomplete, type AutocompleteProps, type ComboboxItem } from "@mantine/core";
import { readTime } from "./read-time.ts";

const halfHours = Array.from({ length: 48 }, (_, half) => {
  const hour = String(Math.floor(half / 2)).padStart(2, "0");
  return `${hour}:${half % 2 ? "30" : "00"}`;
});

/** Offers all times while the field has a whole time, and otherwise the times that begin with its text. */
const offered: NonNullable<AutocompleteProps["filter"]> = ({ options, search }) =>
  readTime(search) === search
    ? options
    : options.filter((option) => (option as ComboboxItem).value.startsWith(search.trim()));

type TimeFieldProps = Omit<AutocompleteProps, "value" | "onChange" | "data" | "filter"> & {
  /** The time, `HH:MM`, or what has been typed so far; empty for none. */
  value: string;
  onChange: (time: string) => void;
};

/** A field for a time of day, to type or to choose from the half hours, always with 24 hours. */
export function TimeField({ value, onChange, ...rest }: TimeFieldProps) {
  const complete = () => onChange(readTime(value) ?? value);
  return (
    <Autocomplete
      data={halfHours}
      filter={offered}
      maxDropdownHeight={220}
      // a refused field gets the focus, and the list would cover the reason
      openOnFocus={!rest.error}
      autoComplete="off"
      maxLength={11}
      value={value}
      onChange={onChange}
      onBlur={complete}
      onKeyDown={({ key }) => key === "Enter" && complete()}
      {...rest}
    />
  );
}
