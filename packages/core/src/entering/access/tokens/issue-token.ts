import type { CoreDeps } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { checkTokenInput, shownPrefix } from "./token.rules.ts";
import { insertToken } from "./tokens.sql.ts";
import type { IssuedToken, TokenInput } from "./types.ts";

/**
 * Creates a token. Only this call returns the secret. Null if the merchant does not exist. Refuses invalid
 * input, unknown stores, and an end that is not in the future.
 */
export async function issueToken(deps: CoreDeps, input: TokenInput): Promise<IssuedToken | null> {
  const refusal = checkTokenInput(input);
  if (refusal) throw new Failure(refusal);
  const secret = deps.secrets.newTokenSecret();
  const outcome = await insertToken(deps.db, {
    merchantId: input.merchantId,
    name: input.name.trim(),
    prefix: shownPrefix(secret),
    secretHash: deps.secrets.hashToken(secret),
    scopes: [...new Set(input.scopes)],
    stores: [...new Set(input.stores ?? [])],
    expiresAt: input.end && "moment" in input.end ? input.end.moment : null,
    lastDay: input.end && "lastDay" in input.end ? input.end.lastDay : null,
    offsetMs: deps.clockOffsetMs,
  });
  if (!outcome) return null;
  if (outcome.unknownStores.length)
    throw new Failure({
      code: "invalid_store",
      message: `Store ${outcome.unknownStores.join(", ")} is not known`,
      rule: "stores are the merchant's",
    });
  if (!outcome.token)
    throw new Failure({
      code: "invalid",
      message: "The token must expire in the future",
      rule: "token ends in the future",
    });
  return { ...outcome.token, secret };
}
