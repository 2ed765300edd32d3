"use client";
import type { Failed } from "../../rpc/failure.ts";
import { Refusal } from "../../ui/refusal.tsx";

type UnplacedProps = { of: Failed | null; fields: readonly string[] };

/** A refusal that belongs to none of a form's fields. */
export function Unplaced({ of, fields }: UnplacedProps) {
  if (!of) return null;
  const named = [...Object.keys(of.errors), ...(of.field ? [of.field] : [])];
  const isPlaced = named.some((name) => fields.includes(name.split(".")[0] ?? name));
  return isPlaced ? null : <Refusal of={of} />;
}
