/**
 * Returns the fields that differ, with their old and new values. For a new item (`before` is null), returns
 * all fields that are not null.
 */
export function changesOf(
  before: object | null,
  after: object,
): Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>> {
  const was = new Map(Object.entries(before ?? {}));
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(was.get(name) ?? null) !== JSON.stringify(value),
  );
  return Object.fromEntries(
    changed.map(([name, to]) => [name, { from: was.get(name) ?? null, to }]),
  );
}
