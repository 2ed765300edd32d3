import { batchStatement, columnsOf } from "../../../foundation/writing/index.ts";
import type { AddSeen } from "./add-customer.rules.ts";
import { type AddDone, type Addition, additionArms, additionColumns } from "./addition.sql.ts";

/** The operation's name in idempotency keys and the audit log. */
export const operation = "customers.add";

/** The values that the statement gets for one call. */
export type AddCall = Addition;

/**
 * Adds customers. A call is done if the rules allow it, its id is free, and its idempotency key has no stored
 * outcome. If several calls of a batch share an identifier or a key, only the first is done.
 * - If another transaction has taken the email, mobile number or Member ID meanwhile, the insert into
 *   `customers` skips the call. If that call has an idempotency key, the statement is rolled back.
 * - If another transaction has taken a further Member ID meanwhile, the statement is rolled back.
 * - After a rollback, the calls of the batch are sent again in halves.
 * - The inserts are in the order of the identifiers. Two batches with the same customers then wait for each
 *   other instead of deadlocking.
 */
export const additions = batchStatement<Addition, AddSeen, AddDone>(
  "add_customers",
  columnsOf(additionColumns),
  (form) => additionArms({ operation }, form),
);
