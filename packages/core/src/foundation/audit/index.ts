export { type Actor, actorDoc, actorJson, shownName, subjectName } from "./actor.sql.ts";
export { changesOf } from "./changes.rules.ts";
export { type DatabaseState, readDatabase } from "./database.sql.ts";
export { auditColumns, auditOf, insertAuditEntries } from "./entries.sql.ts";
export {
  auditArm,
  auditParameters,
  type Change,
  changesDoc,
  listAuditEntries,
} from "./entry-list.sql.ts";
export { actorName, securityEventArm, shortenedUserAgent } from "./event-arm.sql.ts";
export { eventColumns, eventOf, insertSecurityEvents } from "./events.sql.ts";
export { readKeyUse } from "./key-use.sql.ts";
export { onRecord } from "./on-record.sql.ts";
export { runAudit } from "./oracle/run-audit.sql.ts";
export {
  inPeriod,
  inSentPeriod,
  isOlder,
  type SentPeriod,
  sortedByTime,
  zoneOfPeriod,
} from "./period.sql.ts";
export { type Pulse, readPulse } from "./pulse.sql.ts";
export { recordRefusal, recordSeen } from "./refusals/refusals.sql.ts";
export { listRefusals } from "./refusals/seen-refusals.sql.ts";
export { type SecurityAction, securityActions } from "./security-actions.ts";
export { despiteFailures } from "./sweeping/despite-failures.ts";
export { forgetOldRows } from "./sweeping/forget-old-rows.ts";
export { inPieces } from "./sweeping/in-pieces.ts";
export { listMerchantIds } from "./sweeping/sweeping.sql.ts";
export type { BrokenInvariant, RefusedCall } from "./types.ts";
