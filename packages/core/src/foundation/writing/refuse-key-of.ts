import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { keyReused } from "../retries/index.ts";
import { isKeyUsed } from "./key-use.sql.ts";

/**
 * Throws `idempotency_key_reused` if a call of `operation` has used the key of this call, which is of another
 * operation. For an endpoint that writes with one of two operations. Does not refuse simultaneous calls.
 */
export async function refuseKeyOf(ctx: CoreContext, operation: string): Promise<void> {
  const key = ctx.idempotency?.key;
  if (key !== undefined && (await isKeyUsed(ctx, { operation, key }))) throw new Failure(keyReused);
}
