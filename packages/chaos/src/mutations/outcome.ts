import type { Judgement } from "./types.ts";

/** A removed condition or constraint, and whether a test failed without it. */
export type ConditionOutcome = Judgement & {
  /** For a condition, its source below the core's sources. For a constraint, its table. */
  readonly place: string;
  /** The condition on one line, or the name of the constraint. */
  readonly condition: string;
  /** Which one it is of the equal conditions in its source, from 1. */
  readonly nth: number;
  /** The statement whose tests judged it last. */
  readonly statement: string;
};
