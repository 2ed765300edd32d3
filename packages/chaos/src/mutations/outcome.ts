import type { Judgement } from "./types.ts";

/** What was taken away, and whether a test failed without it. */
export type ConditionOutcome = Judgement & {
  /** The source of a condition, from the core's sources; the table of a constraint. */
  readonly place: string;
  /** The condition, in one line; the constraint's name. */
  readonly condition: string;
  /** Which of the equal conditions of its source it is, from 1. */
  readonly nth: number;
  /** The statement whose tests judged it last. */
  readonly statement: string;
};
