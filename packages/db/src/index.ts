export { BadAddress, readAddress } from "./address.ts";
export { asPart } from "./as-part.ts";
export { callerSignal, setCallerMerchant, withCaller, withoutCaller } from "./caller.ts";
export { columnName, columnsOf } from "./casing.ts";
export { clockArm, now, once } from "./clock.ts";
export { connect } from "./connect.ts";
export {
  type DatabaseError,
  GuardRefused,
  isDatabaseError,
  MissingRow,
  wasRolledBack,
  withoutParameters,
} from "./errors.ts";
export { describeHosts, NoServer } from "./hosts.ts";
export { createIds, type IdKind, type Ids } from "./ids.ts";
export { type DatabaseLook, lookAtDatabase } from "./look.ts";
export { DatabaseTooOld, MigrationsWait } from "./migrate.ts";
export { oracle } from "./oracle.ts";
export { isOverload } from "./overload.ts";
export { DatabaseInUse } from "./owner.ts";
export type { DatabaseLoad } from "./pool/gate.ts";
export { isAway } from "./pool/is-away.ts";
export { limits } from "./pool/limits.ts";
export { CallerGone, DatabaseBusy, DatabaseSilent } from "./pool/refusals.ts";
export {
  type DocumentOf,
  type Fields,
  isAnyOf,
  json,
  jsonIf,
  jsonParts,
  oneOf,
  optional,
  type Parameters,
  read,
  rowsOf,
} from "./read.ts";
export type { Route } from "./route.ts";
export * as schema from "./schema/index.ts";
export { shareOf } from "./share.ts";
export { run, type Statement, statement } from "./statement.ts";
export { runText, type TextStatement } from "./text-statement.ts";
export { inTransaction } from "./transaction.ts";
export type { ConnectOptions, Db, DbLocation, OpenDb } from "./types.ts";
export { takesWrites } from "./write-probe.ts";
