/**
 * How the stored outcomes of an operation are read: its name in idempotency keys, and what its verb returns
 * for an outcome, of a first call and of a replay.
 */
export type Kept<Outcome, Result> = {
  readonly operation: string;
  readonly read: (outcome: Outcome) => Result;
};

/** The name of an operation of the kernel, with the type of its outcomes. */
type Keyed<Outcome> = {
  readonly name: string;
  readonly repeat: (seen: never) => Outcome | null;
};

/** Says how the stored outcomes of an operation of the kernel are read. */
export function kept<Outcome, Result>(
  { name }: Keyed<Outcome>,
  read: (outcome: Outcome) => Result,
): Kept<Outcome, Result> {
  return { operation: name, read };
}
