import { batchStatement, columnsOf } from "../../writing/index.ts";
import type { AddSeen } from "./add-customer.rules.ts";
import { type AddDone, type Addition, additionArms, additionColumns } from "./addition.sql.ts";

/** The operation's name in idempotency keys and the audit log. */
export const operation = "customers.add";

/** The values that the statement gets for one call. */
export type AddCall = Addition;

/**
 * Adds customers. A call is done exactly if the rules allow it, its id is free, its idempotency key has no
 * stored outcome, and no earlier call of the batch has one of its identifiers or its key. The insert into
 * `customers` skips a call whose email, mobile number or Member ID another transaction has taken. If a
 * further identifier was taken, the statement is rolled back, because an insert cannot be undone for one
 * call. The batch is then sent in halves. Inserts are in order, so that two batches with the same customers
 * wait for each other instead of deadlocking.
 */
export const additions = batchStatement<Addition, AddSeen, AddDone>(
  "add_customers",
  columnsOf(additionColumns),
  (form) => additionArms({ operation }, form),
);
