export {
  callerMerchant,
  callerOperation,
  callerSignal,
  callerSpans,
  setCallerMerchant,
  withCaller,
  withoutCaller,
} from "./caller.ts";
export { casing, columnName, columnsOf } from "./casing.ts";
export { clockArm, now, nowPlus, once } from "./clock.ts";
export { BadAddress, readAddress } from "./connecting/address.ts";
export { connect } from "./connecting/connect.ts";
export { describeHosts, NoServer } from "./connecting/hosts.ts";
export { planOnce } from "./connecting/plan-once.ts";
export type { Route } from "./connecting/route.ts";
export { sessionSettings } from "./connecting/server-state.ts";
export { problemOfStandby } from "./connecting/standby.ts";
export { takesWrites } from "./connecting/write-probe.ts";
export { RootRefused } from "./embedded/account.ts";
export { NoBinaries } from "./embedded/binaries.ts";
export { hasEmbeddedDatabase, UnusableDirectory } from "./embedded/files.ts";
export { DatabaseInUse } from "./embedded/owner.ts";
export { ServerFailed } from "./embedded/postgres-server.ts";
export {
  type DatabaseError,
  GuardRefused,
  isDatabaseError,
  MissingRow,
  wasRolledBack,
  withoutParameters,
} from "./errors.ts";
export { createIds, type IdKind, type Ids } from "./ids.ts";
export { DatabaseTooOld } from "./migrating/files.ts";
export {
  type ForeseenMigration,
  type ForeseenTable,
  foreseeMigrations,
} from "./migrating/foresee-migrations.ts";
export { MigrationsWait } from "./migrating/migrate.ts";
export { isHere, lookAtMoves, type UnendedMove } from "./moving/look-at-moves.ts";
export { confirmMove, type Move, moveBack, moveMerchant } from "./moving/move-merchant.ts";
export { CannotMove } from "./moving/side.ts";
export { oracle } from "./oracle.ts";
export { isOverload } from "./overload.ts";
export type { DatabaseLoad } from "./pool/gate.ts";
export { isAway } from "./pool/is-away.ts";
export { createCounts } from "./pool/lanes.ts";
export { limits } from "./pool/limits.ts";
export { CallerGone, DatabaseBusy, DatabaseSilent } from "./pool/refusals.ts";
export { createWaitingLine } from "./pool/waiting-line.ts";
export {
  byName,
  type DocumentOf,
  type Fields,
  heavyRead,
  isAnyOf,
  json,
  jsonIf,
  jsonParts,
  ofMerchant,
  oneOf,
  optional,
  type Parameters,
  read,
  rowsOf,
  rowsOfPersons,
} from "./read.ts";
export { BadDump, CannotRestore, type DumpFile, lookAtDump } from "./restoring/dump-file.ts";
export { restoreDump } from "./restoring/restore-dump.ts";
export type { ScratchDatabase } from "./restoring/scratch-database.ts";
export { withScratch } from "./restoring/with-scratch.ts";
export * as schema from "./schema/index.ts";
export { shareOf } from "./share.ts";
export { asPart } from "./statements/as-part.ts";
export { analyze, type DatabaseContents, lookAtContents } from "./statements/contents.ts";
export { type DatabaseLook, lookAtDatabase } from "./statements/look.ts";
export { lookAtReplication, type Replication } from "./statements/replication.ts";
export { lookAtServerSettings, type ServerSettings } from "./statements/server-settings.ts";
export { heavy, run, type Statement, statement } from "./statements/statement.ts";
export { runText, type TextStatement } from "./statements/text-statement.ts";
export { type DatabaseTexts, lookAtTexts, problemOfTexts } from "./statements/texts.ts";
export { inTransaction, timeOf } from "./statements/transaction.ts";
export type {
  ConnectOptions,
  Db,
  DbLocation,
  EndedStatement,
  OpenDb,
  StandbyRead,
} from "./types.ts";
export { deleteFrom, insertInto, update } from "./write.ts";
