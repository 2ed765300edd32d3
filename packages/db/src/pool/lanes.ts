import { shareOf } from "../share.ts";
import type { Share } from "./turns.ts";

export type LanesOptions = {
  readonly connections: number;
  /** How many statements may be in flight on one of them. A transaction needs all. */
  readonly depth: number;
  /** Whether a connection is established. Default: all are. */
  readonly isOpen?: (connection: number) => boolean;
};

/** The connections, and whose work is in flight on each. */
export type Lanes = {
  /**
   * Takes places on one connection and returns its number. `capped`: the share must wait until its own
   * work ends. `full`: it may have more, but no connection has room; nobody may pass it.
   */
  readonly take: (share: Share, needs: number, isContended: boolean) => number | "capped" | "full";
  /** Frees the places that were taken. */
  readonly leave: (lane: number, share: Share, needs: number) => void;
};

type Lane = {
  readonly number: number;
  used: number;
  /** Whose work took it while it was empty. */
  owner: Share;
};

/**
 * Chooses connections so that nobody waits on one behind a merchant that has several: its statements
 * may all wait for the same lock. A share takes an empty connection, one that is open before one that
 * has to be opened, else a place behind its own work, else one behind a share that has only this
 * connection.
 */
export function createLanes({ connections, depth, isOpen = () => true }: LanesOptions): Lanes {
  const lanes = Array.from({ length: connections }, (_, number): Lane => {
    return { number, used: 0, owner: null };
  });
  /** Connections that a share owns, and places that it holds on any. */
  const owned = createCounts();
  const held = createCounts();
  const mostOwned = shareOf(connections, false);

  function take(share: Share, needs: number, isContended: boolean) {
    if (held.get(share) + needs > depth * shareOf(connections, isContended)) return "capped";
    const lane = find(share, needs);
    if (!lane) {
      // what it owns may be filled with the work of others
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

/** Numbers by share; those that are zero take no memory. */
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
