import { createTurns, type Share, type Turns } from "./turns.ts";

/** Items that wait, by share and kind. Shares take turns, and so do the kinds of a share. */
export type TurnsOfKinds<Item> = {
  /** How many items wait, in all or of one share. */
  readonly length: () => number;
  readonly lengthOf: (share: Share) => number;
  /** How many shares have waiting items. */
  readonly shares: () => number;
  readonly push: (share: Share, kind: string, item: Item) => void;
  /** The oldest item of each kind of a share. */
  readonly firstsOf: (share: Share) => Iterable<Item>;
  /** The oldest item of each kind of each share, in the order of their turns. */
  readonly firsts: () => Iterable<readonly [Share, string, Item]>;
  /** Removes the oldest item of a kind. The next turns of the kind and of the share come last. */
  readonly shift: (share: Share, kind: string) => void;
  /** Removes and returns the oldest items of each kind, up to the first that does not match. */
  readonly shiftWhile: (matches: (item: Item) => boolean) => Item[];
};

/** Makes an empty set of turns. */
export function createTurnsOfKinds<Item>(): TurnsOfKinds<Item> {
  const all = new Map<Share, Turns<Item, string>>();
  let length = 0;

  function* firsts() {
    for (const [share, kinds] of all)
      for (const [kind, item] of kinds.firsts()) yield [share, kind, item] as const;
  }

  function shift(share: Share, kind: string) {
    const kinds = all.get(share);
    if (!kinds) return;
    kinds.shift(kind);
    length--;
    all.delete(share);
    if (kinds.length() > 0) all.set(share, kinds);
  }

  function shiftWhile(matches: (item: Item) => boolean): Item[] {
    const removed = [...all.values()].flatMap((kinds) => kinds.shiftWhile(matches));
    length -= removed.length;
    for (const [share, kinds] of all) if (kinds.length() === 0) all.delete(share);
    return removed;
  }

  return {
    length: () => length,
    lengthOf: (share) => all.get(share)?.length() ?? 0,
    shares: () => all.size,
    push: (share, kind, item) => {
      const kinds = all.get(share) ?? createTurns<Item, string>();
      all.set(share, kinds);
      kinds.push(kind, item);
      length++;
    },
    firstsOf: (share) => [...(all.get(share)?.firsts() ?? [])].map(([, item]) => item),
    firsts,
    shift,
    shiftWhile,
  };
}
