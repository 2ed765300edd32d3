/** A condition without which all tests pass. */
export type Survivor = {
  /** As in `ConditionOutcome`. */
  readonly place: string;
  readonly condition: string;
  /** 1 by default. */
  readonly nth?: number;
  readonly reason: string;
};

/** All conditions that no test misses, each with the reason why it is there. */
export const survivors: readonly Survivor[] = [];
