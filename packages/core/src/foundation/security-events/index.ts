export {
  insertEvent,
  type PreparedEvent,
  prepareEvent,
  recordSecurityEvent,
} from "./insert.sql.ts";
export { recordStaffEvent } from "./record-staff-event.ts";
export { listSecurityEvents } from "./seen.sql.ts";
export type { StaffRef } from "./staff-merchants.sql.ts";
export {
  type SecurityAction,
  type SecurityEvent,
  type SecurityEventSeen,
  type SecurityResult,
  securityActions,
  securityResults,
} from "./types.ts";
