import { quantile } from "../load/open-client.ts";
import type { LoadResult } from "../load/types.ts";

/**
 * Results of one kind of calls in one phase. Times are in milliseconds, and only of calls answered with 200.
 */
export type Figures = {
  readonly phase: string;
  readonly statuses: LoadResult["statuses"];
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
};

/** Summarizes a load: the number of answers by status, and the times of the answers with 200. */
export function figuresOf(phase: string, { statuses, took }: LoadResult): Figures {
  return {
    phase,
    statuses,
    p50: quantile(took[200], 0.5),
    p99: quantile(took[200], 0.99),
    longest: quantile(took[200], 1),
  };
}
