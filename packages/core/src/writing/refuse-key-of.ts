import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { keyReused } from "../retries/index.ts";
import { isKeyUsed } from "./key-use.sql.ts";

/**
 * Refuses `idempotency_key_reused` if a call of another operation has the call's key. For an interface that
 * writes its calls with one operation or another. Two such calls at the same moment are not refused.
 */
export async function refuseKeyOf(ctx: CoreContext, operation: string): Promise<void> {
  const key = ctx.idempotency?.key;
  if (key !== undefined && (await isKeyUsed(ctx, { operation, key }))) throw new Failure(keyReused);
}
