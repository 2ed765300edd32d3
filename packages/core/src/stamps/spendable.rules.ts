import { dueStamps, replayLedger, type StampEntry } from "./lots.rules.ts";

/**
 * The stamps that can be spent: the balance, less expired stamps for which no entry is written yet. `due` is
 * the ledger that was read with the balance; null if nothing can have expired. Interface 2, section 4.
 */
export function spendableStamps(
  balance: number,
  due: { readonly today: string; readonly entries: readonly StampEntry[] } | null,
): number {
  return due ? balance - dueStamps(replayLedger(due.entries).lots, due.today) : balance;
}
