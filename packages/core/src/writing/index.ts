export { again } from "./again.ts";
export { createBatcher } from "./batch.ts";
export { type CallOf, columnsOf } from "./columns.ts";
export { firstCalls } from "./first-calls.sql.ts";
export type { Form } from "./form.ts";
export { keyColumns, keyParts } from "./key.sql.ts";
export { batchStatement, type Locks, type Row } from "./statement.ts";
export type { Writing, WritingContext } from "./types.ts";
