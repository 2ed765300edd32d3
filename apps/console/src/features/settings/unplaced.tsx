"use client";
import type { Failed } from "../../rpc/failure.ts";
import { Refusal } from "../../ui/refusal.tsx";

type UnplacedProps = { failed: Failed | null; fields: readonly string[] };

/** Shows a refusal that belongs to none of the form's fields. */
export function Unplaced({ failed, fields }: UnplacedProps) {
  if (!failed) return null;
  const named = [...Object.keys(failed.errors), ...(failed.field ? [failed.field] : [])];
  const isPlaced = named.some((name) => fields.includes(name.split(".")[0] ?? name));
  return isPlaced ? null : <Refusal failed={failed} />;
}
