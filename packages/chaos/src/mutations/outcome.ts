import type { Judgement } from "./types.ts";

/** A removed condition or constraint, and whether a test failed without it. */
export type ConditionOutcome = Judgement & {
  /** For a condition, the path of its source below `packages/core/src`. For a constraint, `table <name>`. */
  readonly place: string;
  /** The condition on one line, or the name of the constraint. */
  readonly condition: string;
  /** The number of the condition among the equal conditions of its source, from 1. */
  readonly nth: number;
  /** The statement whose tests last judged the condition. */
  readonly statement: string;
};
