import { dueStamps, hasPassed, nextExpiry, replayLedger, type StampEntry } from "./lots.rules.ts";

/** What has expired by a day, and the day after which to look again; null if nothing else expires. */
export type Expiry = { readonly stamps: number; readonly next: string | null };

/** What of a ledger has expired by its day, by a replay. Throws RangeError if it cannot be replayed. */
export function expiryOf(ledger: {
  readonly entries: readonly StampEntry[];
  readonly today: string;
}): Expiry {
  const { lots } = replayLedger(ledger.entries);
  const left = lots.filter((lot) => !hasPassed(lot, ledger.today));
  return { stamps: dueStamps(lots, ledger.today), next: nextExpiry(left) };
}
