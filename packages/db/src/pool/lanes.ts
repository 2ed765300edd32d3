import { shareOf } from "../share.ts";
import type { Share } from "./turns.ts";

export type LanesOptions = {
  readonly connections: number;
  /** How many statements may be in flight on one connection. A transaction needs all these places. */
  readonly depth: number;
  /** Whether a connection is established. Default: all are. */
  readonly isOpen?: (connection: number) => boolean;
};

/** The connections, and whose work is in flight on each. */
export type Lanes = {
  /**
   * Takes places on one connection and returns its number. `capped`: the share is at its limit, and must wait
   * until its own work ends. `full`: the share may have more, but no connection has room. Work behind it must
   * wait too.
   */
  readonly take: (share: Share, needs: number, isContended: boolean) => number | "capped" | "full";
  /** Frees the places that were taken. */
  readonly leave: (lane: number, share: Share, needs: number) => void;
};

type Lane = {
  readonly number: number;
  used: number;
  /** The share that took the connection while it was empty. */
  owner: Share;
};

/**
 * Chooses connections so that no work waits on a connection behind a merchant that has several: that
 * merchant's statements may all wait for the same lock. A share takes, in this order: an empty connection,
 * preferably an open one, unless it owns `mostOwned` connections already; a place behind its own work; a
 * place behind a share that owns only one connection.
 */
export function createLanes({ connections, depth, isOpen = () => true }: LanesOptions): Lanes {
  const lanes = Array.from({ length: connections }, (_, number): Lane => {
    return { number, used: 0, owner: null };
  });
  /** Connections that a share owns (`owned`), and places that it holds on any connection (`held`). */
  const owned = createCounts();
  const held = createCounts();
  const mostOwned = shareOf(connections, false);

  function take(share: Share, needs: number, isContended: boolean) {
    if (held.get(share) + needs > depth * shareOf(connections, isContended)) return "capped";
    const lane = find(share, needs);
    if (!lane) {
      // the share's own connections may be filled with the work of others
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

/** Numbers by share. A share whose number is zero takes no memory. */
function createCounts() {
  const counts = new Map<Share, number>();
  const get = (share: Share) => counts.get(share) ?? 0;
  const add = (share: Share, more: number) => {
    const sum = get(share) + more;
    if (sum) counts.set(share, sum);
    else counts.delete(share);
  };
  return { get, add };
}
