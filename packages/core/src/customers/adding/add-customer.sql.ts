import { batchStatement, columnsOf } from "../../writing/index.ts";
import type { AddSeen } from "./add-customer.rules.ts";
import { type AddDone, type Addition, additionArms, additionColumns } from "./addition.sql.ts";

/** The operation's name in idempotency keys and the audit log. */
export const operation = "customers.add";

/** The values that the statement gets for one call. */
export type AddCall = Addition;

/**
 * Adds customers. A call is done if the rules allow it, its id is free, and its idempotency key has no stored
 * outcome. If several calls of a batch share an identifier or a key, only the first is done. The insert into
 * `customers` skips a call whose email, mobile number or Member ID another transaction has taken. If another
 * transaction has taken a further Member ID, the statement is rolled back. The calls are then sent again in
 * halves. The inserts are in order: two batches with the same customers then wait for each other instead of
 * deadlocking.
 */
export const additions = batchStatement<Addition, AddSeen, AddDone>(
  "add_customers",
  columnsOf(additionColumns),
  (form) => additionArms({ operation }, form),
);
