import { canonical } from "../canonical.rules.ts";

/**
 * Returns the fields that differ, with their old and new values. For a new item (`before` is null), returns
 * all fields that are not null. The order of keys in an object is no difference, because jsonb does not keep it.
 */
export function changesOf(
  before: object | null,
  after: object,
): Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>> {
  const was = new Map(Object.entries(before ?? {}));
  const changed = Object.entries(after).filter(
    ([name, value]) => canonical(was.get(name)) !== canonical(value),
  );
  return Object.fromEntries(
    changed.map(([name, to]) => [name, { from: was.get(name) ?? null, to }]),
  );
}
