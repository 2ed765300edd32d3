import type { Judgement } from "./types.ts";

/** A removed condition, and whether a test failed without it. */
export type ConditionOutcome = Judgement & {
  /** The path of its source below `packages/core/src`. */
  readonly place: string;
  /** The condition on one line. */
  readonly condition: string;
  /** The number of the condition among the equal conditions of its source, from 1. */
  readonly nth: number;
  /** The statement whose tests last judged the condition. */
  readonly statement: string;
};
