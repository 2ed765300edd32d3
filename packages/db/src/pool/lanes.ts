import { shareOf } from "../share.ts";
import type { Share } from "./turns.ts";
import type { Need } from "./waiting-line.ts";

export type LanesOptions = {
  readonly connections: number;
  /** How many statements may be in flight on one connection (its places). A transaction needs all places. */
  readonly depth: number;
  /** Whether a connection is established. Default: all are. */
  readonly isOpen?: (connection: number) => boolean;
};

/** The connections of a pool, with the work in flight on each. A share is a merchant's work (`turns.ts`). */
export type Lanes = {
  /**
   * Reserves `needs` places on one connection and returns the connection's number. Returns `capped` if the
   * share, or the kind of work in it, is at its limit, and must wait for the end of its own work. Returns
   * `full` if no connection has room for the share. Then all later work must wait too.
   */
  readonly take: (share: Share, need: Need, isContended: boolean) => number | "capped" | "full";
  /** Frees places that `take` reserved. */
  readonly leave: (lane: number, share: Share, needs: number) => void;
};

/** Work in flight for so long waits for a lock, or reads too much. */
const SLOW_MS = 250;
/** How long a kind of work counts as slow after such work has ended. */
const REMEMBERED_MS = 2_000;

type Lane = {
  readonly number: number;
  used: number;
  /** The share that took the connection while it was empty. */
  owner: Share;
  /** The works in flight, in the order in which the server does them. */
  readonly works: { readonly kind: string; readonly began: number }[];
};

/**
 * Makes the lanes of a pool. A share that owns several connections may be slow, because all its statements
 * may wait for the same lock. So no other share's work is sent on these connections. `take` chooses the first
 * of these with room:
 * - an empty connection, preferably an open one, if the share owns fewer than `mostOwned` connections;
 * - a connection that the share owns;
 * - a connection whose owner owns no other.
 *
 * In the same way, one kind of a share's work, such as a statement that waits for a locked table, takes at
 * most two thirds of the connections that the share may own (of three or more), and so do all slow kinds
 * together. No work is
 * sent behind slow work. So a locked table makes slow what uses it, and nothing else.
 */
export function createLanes({ connections, depth, isOpen = () => true }: LanesOptions): Lanes {
  const lanes = Array.from({ length: connections }, (_, number): Lane => {
    return { number, used: 0, owner: null, works: [] };
  });
  /** Connections that a share owns (`owned`), and places that its work uses on any connection (`held`). */
  const owned = createCounts();
  const held = createCounts();
  const mostOwned = shareOf(connections, false);
  const mostOfKind = mostOwned < 3 ? mostOwned : Math.floor((mostOwned * 2) / 3);
  /** Until when a kind counts as slow. */
  const slowUntil = new Map<string, number>();

  const isSlow = (kind: string) => {
    const until = slowUntil.get(kind);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    slowUntil.delete(kind);
    return false;
  };

  const has = ({ works }: Lane, kind: string) => works.some((work) => work.kind === kind);
  /** Whether slow work is on a connection. In a small pool everything shares connections. */
  const hasSlow = ({ works }: Lane) => mostOwned > 2 && works.some(({ kind }) => isSlow(kind));

  /** Notes the kinds of work that has been in flight for too long. */
  function noteSlow() {
    const now = performance.now();
    for (const {
      works: [first],
    } of lanes)
      if (first && first.kind !== "" && now - first.began > SLOW_MS)
        slowUntil.set(first.kind, now + REMEMBERED_MS);
  }

  /** Whether a kind of a share's work is at its limit of connections. Work without a kind has none. */
  function isCapped(share: Share, kind: string): boolean {
    if (kind === "") return false;
    const own = lanes.filter(({ used, owner }) => used > 0 && owner === share);
    if (own.filter((lane) => has(lane, kind)).length >= mostOfKind) return true;
    return isSlow(kind) && own.filter(hasSlow).length >= mostOfKind;
  }

  function take(share: Share, { needs, kind }: Need, isContended: boolean) {
    if (held.get(share) + needs > depth * shareOf(connections, isContended)) return "capped";
    noteSlow();
    const lane = find(share, kind, needs);
    if (!lane) {
      if (isCapped(share, kind)) return "capped";
      // A share without work in flight has no own work to wait for, so it is `full`. It may still own
      // connections, which other shares fill.
      const isEnough = needs === 1 ? owned.get(share) > 0 : owned.get(share) >= mostOwned;
      return held.get(share) > 0 && isEnough ? "capped" : "full";
    }
    if (lane.used === 0) {
      lane.owner = share;
      owned.add(share, 1);
    }
    lane.used += needs;
    lane.works.push({ kind, began: performance.now() });
    held.add(share, needs);
    return lane.number;
  }

  function find(share: Share, kind: string, needs: number): Lane | undefined {
    const fitting = lanes.filter(({ used }) => used + needs <= depth);
    const empties = fitting.filter(({ used }) => used === 0);
    const empty = empties.find(({ number }) => isOpen(number)) ?? empties[0];
    const atLimit = isCapped(share, kind);
    if (empty && owned.get(share) < mostOwned && !atLimit) return empty;
    const used = fitting.filter(
      (lane) => lane.used > 0 && !hasSlow(lane) && (!atLimit || has(lane, kind)),
    );
    return (
      used.find(({ owner }) => owner === share) ?? used.find(({ owner }) => owned.get(owner) === 1)
    );
  }

  function leave(number: number, share: Share, needs: number) {
    const lane = lanes[number] as Lane;
    held.add(share, -needs);
    lane.used -= needs;
    noteSlow();
    lane.works.shift();
    if (lane.used === 0) owned.add(lane.owner, -1);
  }

  return { take, leave };
}

/** Makes counts by share. A count of zero is removed, so it uses no memory. */
export function createCounts() {
  const counts = new Map<Share, number>();
  const get = (share: Share) => counts.get(share) ?? 0;
  const add = (share: Share, more: number) => {
    const sum = get(share) + more;
    if (sum) counts.set(share, sum);
    else counts.delete(share);
  };
  return { get, add };
}
