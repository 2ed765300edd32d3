export { type StampCause, stampCauses } from "./causes.rules.ts";
export { listStampChanges } from "./changes.sql.ts";
export { type DueLedger, dueLedger } from "./due-ledger.sql.ts";
export {
  insertStampDebts,
  insertStampEntries,
  isCurrent,
  lastDay,
  merchantDay,
} from "./entries.sql.ts";
export { expireDueStamps } from "./expire-due-stamps.ts";
export { expireIfDue } from "./expire-stamps.ts";
export {
  dueStamps,
  hasPassed,
  nextExpiry,
  type Origin,
  replayLedger,
  type StampEntry,
  spendableStamps,
} from "./lots.rules.ts";
export { returnableStamps } from "./returnable-stamps.ts";
