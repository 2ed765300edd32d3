"use client";
import { DateField } from "../form/date-field.tsx";
import { useAddress } from "../use-address.ts";

type DayFilterProps = {
  /** The filter's parameter in the address. */
  name: string;
  label: string;
};

/** A filter for one day. */
export function DayFilter({ name, label }: DayFilterProps) {
  const { get, replace } = useAddress();
  return <DateField label={label} value={get(name)} onChange={(day) => replace({ [name]: day })} />;
}
