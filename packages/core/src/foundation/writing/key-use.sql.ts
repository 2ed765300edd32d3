import { now, type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { eq, gt, sql } from "drizzle-orm";
import type { CoreContext } from "../context.ts";
import { KEPT } from "./key.sql.ts";

const { idempotencyKeys: keys } = schema;

type Use = { readonly operation: string; readonly key: string; readonly offsetMs: number };

const use = read("find_key_use", (p: Parameters<Use>) =>
  rowsOf(keys, {
    where: [
      eq(keys.operation, p("operation")),
      eq(keys.key, p("key")),
      gt(keys.createdAt, sql`${now} - ${sql.raw(KEPT)}`),
    ],
  }).one({ key: keys.key }),
);

/** Returns whether a call of the operation has used the idempotency key, and the key has not expired. */
export async function isKeyUsed(
  { db, caller, clockOffsetMs: offsetMs }: CoreContext,
  call: Omit<Use, "offsetMs">,
): Promise<boolean> {
  return (await run(db, use, { ...call, merchantId: caller.merchant.id, offsetMs })) !== null;
}
