import { shareOf } from "../share.ts";
import { createCounts } from "./counts.ts";
import type { Share } from "./turns.ts";

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
   * share is at its limit, and must wait for the end of its own work. Returns `full` if no connection has
   * room for the share. Then all later work must wait too.
   */
  readonly take: (share: Share, needs: number, isContended: boolean) => number | "capped" | "full";
  /** Frees places that `take` reserved. */
  readonly leave: (lane: number, share: Share, needs: number) => void;
};

type Lane = {
  readonly number: number;
  used: number;
  /** The share that took the connection while it was empty. */
  owner: Share;
};

/**
 * Makes the lanes of a pool. A share that owns several connections may be slow, because all its statements
 * may wait for the same lock. So no other share's work is sent on these connections. `take` chooses the first
 * of these with room:
 * - an empty connection, preferably an open one, if the share owns fewer than `mostOwned` connections;
 * - a connection that the share owns;
 * - a connection whose owner owns no other.
 */
export function createLanes({ connections, depth, isOpen = () => true }: LanesOptions): Lanes {
  const lanes = Array.from({ length: connections }, (_, number): Lane => {
    return { number, used: 0, owner: null };
  });
  /** Connections that a share owns (`owned`), and places that its work uses on any connection (`held`). */
  const owned = createCounts();
  const held = createCounts();
  const mostOwned = shareOf(connections, false);

  function take(share: Share, needs: number, isContended: boolean) {
    if (held.get(share) + needs > depth * shareOf(connections, isContended)) return "capped";
    const lane = find(share, needs);
    if (!lane) {
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
    held.add(share, needs);
    return lane.number;
  }

  function find(share: Share, needs: number): Lane | undefined {
    const fitting = lanes.filter(({ used }) => used + needs <= depth);
    const empties = fitting.filter(({ used }) => used === 0);
    const empty = empties.find(({ number }) => isOpen(number)) ?? empties[0];
    if (empty && owned.get(share) < mostOwned) return empty;
    const used = fitting.filter((lane) => lane.used > 0);
    return (
      used.find(({ owner }) => owner === share) ?? used.find(({ owner }) => owned.get(owner) === 1)
    );
  }

  function leave(number: number, share: Share, needs: number) {
    const lane = lanes[number] as Lane;
    held.add(share, -needs);
    lane.used -= needs;
    if (lane.used === 0) owned.add(lane.owner, -1);
  }

  return { take, leave };
}
