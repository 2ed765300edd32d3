import type { Failed } from "../../rpc/failure.ts";

/** The error of one field of a form, for that field's `error`. */
export function errorAt(failed: Failed | null, field: string): string | null {
  if (!failed) return null;
  return failed.errors[field] ?? (failed.field === field ? failed.message : null);
}
