/**
 * Returns the input without these fields where they are null, false or an empty list. A call that leaves out
 * a field that was added later then has the same fingerprint as before, so that a retry across an upgrade is
 * recognized.
 */
export function withoutAbsent<Input extends object>(
  input: Input,
  fields: readonly (keyof Input & string)[],
): object {
  const isAbsent = (value: unknown) =>
    value === null || value === false || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(
    Object.entries(input).filter(
      ([field, value]) => !(fields as readonly string[]).includes(field) || !isAbsent(value),
    ),
  );
}
