import { type Condition, conditionsIn } from "./conditions.ts";

/** A condition of a source, with its text on one line. */
export type Place = Condition & {
  readonly condition: string;
  /** The number of the condition among the equal conditions of its source, from 1. */
  readonly nth: number;
};

/** Finds the conditions in the SQL of a source. The text and the number of a condition identify it. */
export function placesIn(source: string): readonly Place[] {
  const counts = new Map<string, number>();
  return conditionsIn(source).map(({ from, to }) => {
    const condition = source.slice(from, to).replace(/\s+/g, " ");
    const nth = (counts.get(condition) ?? 0) + 1;
    counts.set(condition, nth);
    return { from, to, condition, nth };
  });
}
