/** Whose work it is: the id of a merchant, or null for work without a merchant. */
export type Share = number | null;

/** Items that wait, by share or another key. Shares take turns. Within a share the oldest item comes first. */
export type Turns<Item, Key = Share> = {
  /** How many items wait, in all or of one share. */
  readonly length: () => number;
  readonly lengthOf: (share: Key) => number;
  /** How many shares have waiting items. */
  readonly shares: () => number;
  readonly push: (share: Key, item: Item) => void;
  /** The oldest item of a share. */
  readonly first: (share: Key) => Item | undefined;
  /** The oldest item of each share, in the order of their turns. */
  readonly firsts: () => Iterable<readonly [Key, Item]>;
  /** Removes the oldest item of a share. The share's next turn comes after the turns of all other shares. */
  readonly shift: (share: Key) => void;
  /** Removes and returns the oldest items of each share, up to the first that does not match. */
  readonly shiftWhile: (matches: (item: Item) => boolean) => Item[];
};

/** Makes an empty set of turns. */
export function createTurns<Item, Key = Share>(): Turns<Item, Key> {
  const queues = new Map<Key, Queue<Item>>();
  let length = 0;

  function push(share: Key, item: Item) {
    const queue = queues.get(share) ?? createQueue<Item>();
    queues.set(share, queue);
    queue.push(item);
    length++;
  }

  function* firsts() {
    for (const [share, queue] of queues) {
      const first = queue.first();
      if (first !== undefined) yield [share, first] as const;
    }
  }

  function shift(share: Key) {
    const queue = queues.get(share);
    if (!queue) return;
    queue.shift();
    length--;
    queues.delete(share);
    if (queue.length() > 0) queues.set(share, queue);
  }

  function shiftWhile(matches: (item: Item) => boolean): Item[] {
    const removed: Item[] = [];
    for (const share of [...queues.keys()]) {
      let first = queues.get(share)?.first();
      while (first !== undefined && matches(first)) {
        removed.push(first);
        shift(share);
        first = queues.get(share)?.first();
      }
    }
    return removed;
  }

  return {
    length: () => length,
    lengthOf: (share) => queues.get(share)?.length() ?? 0,
    shares: () => queues.size,
    push,
    first: (share) => queues.get(share)?.first(),
    firsts,
    shift,
    shiftWhile,
  };
}

type Queue<Item> = ReturnType<typeof createQueue<Item>>;

/** A first-in, first-out queue. An array's `shift` would move all later items. */
function createQueue<Item>() {
  let items: (Item | undefined)[] = [];
  let at = 0;
  return {
    length: () => items.length - at,
    first: () => items[at],
    push: (item: Item) => {
      items.push(item);
    },
    shift: () => {
      items[at++] = undefined;
      if (at === items.length || at >= 1_024) {
        items = items.slice(at);
        at = 0;
      }
    },
  };
}
