import type { Share } from "./turns.ts";

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
