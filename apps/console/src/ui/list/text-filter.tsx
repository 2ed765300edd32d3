"use client";
import { TextInput } from "@mantine/core";
import { useTyped } from "./use-typed.ts";

type TextFilterProps = {
  /** The filter's parameter in the address. */
  name: string;
  label: string;
  type?: "text" | "search";
};

/** A text filter, applied on Enter or when the field loses the focus. */
export function TextFilter({ name, label, type = "text" }: TextFilterProps) {
  const { text, setText, say } = useTyped(name);
  return (
    <TextInput
      type={type}
      label={label}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => say(text.trim())}
      onKeyDown={({ key }) => {
        if (key === "Enter") say(text.trim());
      }}
    />
  );
}
