import { onRecord } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { revokeToken } from "./tokens.sql.ts";
import type { Token } from "./types.ts";

/**
 * Revokes a token and writes an audit entry. The entry's author is `actor`, by default the caller. Refuses a
 * token that does not exist.
 */
export async function endToken(ctx: CoreContext, id: number, actor?: string): Promise<Token> {
  const merchantId = ctx.caller.merchant.id;
  const token = await onRecord(
    ctx,
    (inside) => revokeToken(inside, { merchantId, id }),
    (ended) =>
      ended && {
        action: "settings.tokens.revoke",
        event: "token-revoked",
        subject: `token ${id}`,
        actor,
        details: { name: ended.name },
      },
  );
  if (!token)
    throw new Failure({ code: "invalid", field: "id", message: "There is no such token." });
  return token;
}
