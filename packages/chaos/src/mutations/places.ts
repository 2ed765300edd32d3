import { type Condition, conditionsIn } from "./conditions.ts";

/** A condition of a source, with its text on one line. */
export type Place = Condition & {
  readonly condition: string;
  /** Which one it is of the source's equal conditions, from 1. */
  readonly nth: number;
};

/** The conditions in the SQL of a source, each with its text and number, which together identify it. */
export function placesIn(source: string): readonly Place[] {
  const counts = new Map<string, number>();
  return conditionsIn(source).map(({ from, to }) => {
    const condition = source.slice(from, to).replace(/\s+/g, " ");
    const nth = (counts.get(condition) ?? 0) + 1;
    counts.set(condition, nth);
    return { from, to, condition, nth };
  });
}
