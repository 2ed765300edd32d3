export { again } from "./again.ts";
export { answers } from "./answers.sql.ts";
export { type Batcher, type BatchWatch, createBatcher } from "./batch.ts";
export { type CallOf, type ColumnTypes, columnsOf } from "./columns.ts";
export { firstCalls } from "./first-calls.sql.ts";
export { type Form, forms } from "./form.ts";
export { textOf } from "./fragment.ts";
export { inOneTransaction } from "./in-one-transaction.ts";
export { type Kept, kept } from "./kept.ts";
export {
  type CallKey,
  isKeyBeingWritten,
  KEPT,
  keyColumns,
  keyOf,
  keyParts,
} from "./key.sql.ts";
export { isKeyUsed } from "./key-use.sql.ts";
export { slotsFor } from "./limits.ts";
export { refuseKeyOf } from "./refuse-key-of.ts";
export { type BatchStatement, batchStatement, type Locks, now, type Row } from "./statement.ts";
export type { Writing } from "./types.ts";
