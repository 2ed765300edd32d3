import { onRecord } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { mailOwners } from "../staff-mail/mail-owners.ts";
import { issueToken } from "./issue-token.ts";
import type { IssuedToken, TokenInput } from "./types.ts";

type Options = {
  /** The author of the audit entry; by default the caller. */
  readonly actor?: string;
  /** Whether the service sends mails. The owners then get one. */
  readonly hasMail?: boolean;
};

/**
 * Creates a token, writes an audit entry and mails the merchant's owners. Only this call returns the secret.
 */
export async function mintToken(
  ctx: CoreContext,
  input: Omit<TokenInput, "merchantId">,
  { actor, hasMail = false }: Options = {},
): Promise<IssuedToken> {
  const merchantId = ctx.caller.merchant.id;
  const token = await onRecord(
    ctx,
    async (inside) => {
      const made = await issueToken(inside, { ...input, merchantId });
      if (made && hasMail) await mailOwners(inside, { token: made });
      return made;
    },
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
