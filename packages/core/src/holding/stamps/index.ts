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
  type StampCause,
  type StampEntry,
  spendableStamps,
  stampCauses,
} from "./lots.rules.ts";
export { returnableStamps } from "./returnable-stamps.ts";
