import { useState } from "react";

/** The rows of a list that a person has chosen, for an action on all of them. */
export type Choice<Row> = {
  /**
   * The chosen rows, in the order of the list. Leaves out rows that have left the list or are not offered.
   */
  readonly chosen: readonly Row[];
  readonly has: (row: Row) => boolean;
  readonly isOffered: (row: Row) => boolean;
  /** The row's name, for the label of its box. */
  readonly nameOf: (row: Row) => string;
  readonly toggle: (row: Row) => void;
  readonly chooseAll: () => void;
  readonly clear: () => void;
};

type ChoiceOptions<Row> = {
  readonly idOf: (row: Row) => number;
  readonly nameOf: (row: Row) => string;
  /** Whether the action applies to the row; other rows have no box. */
  readonly isOffered: (row: Row) => boolean;
};

/** Returns the choice among a list's rows. Nothing is chosen at first. */
export function useChoice<Row>(
  rows: readonly Row[],
  { idOf, nameOf, isOffered }: ChoiceOptions<Row>,
): Choice<Row> {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const has = (row: Row) => ids.has(idOf(row)) && isOffered(row);
  const offered = rows.filter(isOffered);
  return {
    chosen: offered.filter(has),
    has,
    isOffered,
    nameOf,
    toggle: (row) => setIds((before) => toggled(before, idOf(row))),
    chooseAll: () => setIds(new Set(offered.map(idOf))),
    clear: () => setIds(new Set()),
  };
}

function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const others = new Set(ids);
  if (!others.delete(id)) others.add(id);
  return others;
}
