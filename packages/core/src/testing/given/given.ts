import { type Db, schema } from "@stampbook/db";
import type { Merchant } from "../../foundation/context.ts";
import { catalogueIn } from "./catalogue.ts";
import { customersIn } from "./customers.ts";
import { shopsIn } from "./shops.ts";

/**
 * Functions that insert rows for tests directly into the tables. Each suite makes its own rows, with ids
 * that no other row has. Omitted columns get ordinary values.
 */
export type Given = ReturnType<typeof givenIn>;

/** Returns the functions for one database. */
export function givenIn(db: Db) {
  /** Stores the outcome of an earlier call with a key. The default fingerprint is that of `Harness.keyed`. */
  const outcome = async (
    merchant: Merchant,
    row: {
      readonly operation: string;
      readonly key: string;
      readonly fingerprint?: string;
      readonly outcome: object;
    },
  ) => {
    const key = { merchantId: merchant.id, operation: row.operation, key: row.key };
    const { fingerprint = "f" } = row;
    await db.insert(schema.idempotencyKeys).values({ ...key, fingerprint });
    await db.insert(schema.idempotencyOutcomes).values({ ...key, outcome: row.outcome });
  };

  return { ...shopsIn(db), ...customersIn(db), ...catalogueIn(db), outcome };
}
