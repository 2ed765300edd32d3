"use client";
import { TextInput } from "@mantine/core";
import { useTyped } from "./use-typed.ts";

type DayFilterProps = {
  /** The filter's parameter in the address. */
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
