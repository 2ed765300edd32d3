import { type Condition, conditionsIn } from "./conditions.ts";

/** A condition of a source, in one line. */
export type Place = Condition & {
  readonly condition: string;
  /** Which of the equal ones it is, from 1. */
  readonly nth: number;
};

/** The conditions in the SQL of a source, with what identifies each. */
export function placesIn(source: string): readonly Place[] {
  const counts = new Map<string, number>();
  return conditionsIn(source).map(({ from, to }) => {
    const condition = source.slice(from, to).replace(/\s+/g, " ");
    const nth = (counts.get(condition) ?? 0) + 1;
    counts.set(condition, nth);
    return { from, to, condition, nth };
  });
}
