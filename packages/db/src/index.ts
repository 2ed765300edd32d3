export { connect } from "./connect.ts";
export { type DatabaseError, GuardRefused, isDatabaseError, withoutParameters } from "./errors.ts";
export { createIds, type IdKind, type Ids } from "./ids.ts";
export { oracle } from "./oracle.ts";
export { DatabaseInUse } from "./owner.ts";
export * as schema from "./schema/index.ts";
export { run, type Statement, statement } from "./statement.ts";
export { inTransaction, TransactionOver } from "./transaction.ts";
export type { ConnectOptions, Db, DbLocation, OpenDb } from "./types.ts";
