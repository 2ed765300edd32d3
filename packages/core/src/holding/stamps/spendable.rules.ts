import { dueStamps, replayLedger, type StampEntry } from "./lots.rules.ts";

/**
 * Returns the stamps that can be spent: the balance, less expired stamps that have no entry yet. `due` is the
 * ledger that was read with the balance. `due` is null if no stamps can have expired. Interface 2, section 4.
 */
export function spendableStamps(
  balance: number,
  due: { readonly today: string; readonly entries: readonly StampEntry[] } | null,
): number {
  return due ? balance - dueStamps(replayLedger(due.entries).lots, due.today) : balance;
}
