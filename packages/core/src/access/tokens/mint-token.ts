import { onRecord } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { issueToken } from "./issue-token.ts";
import type { IssuedToken, TokenInput } from "./types.ts";

/**
 * Creates a token and writes an audit entry. The entry's author is `actor`, by default the caller. Only this
 * call returns the secret.
 */
export async function mintToken(
  ctx: CoreContext,
  input: Omit<TokenInput, "merchantId">,
  actor?: string,
): Promise<IssuedToken> {
  const merchantId = ctx.caller.merchant.id;
  const token = await onRecord(
    ctx,
    (inside) => issueToken(inside, { ...input, merchantId }),
    (made) =>
      made && {
        action: "settings.tokens.issue",
        event: "token-minted",
        subject: `token ${made.id}`,
        actor,
        details: {
          name: made.name,
          scopes: made.scopes,
          stores: made.stores,
          expiresAt: made.expiresAt,
        },
      },
  );
  if (!token)
    throw new Failure({ code: "permission_denied", message: "This merchant does not exist." });
  return token;
}
