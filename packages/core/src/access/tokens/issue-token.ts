import type { CoreDeps } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { checkTokenInput, shownPrefix } from "./token.rules.ts";
import { insertToken } from "./tokens.sql.ts";
import type { IssuedToken, TokenInput } from "./types.ts";

/** Creates a token and returns its secret, once. Null if the merchant does not exist. */
export async function issueToken(deps: CoreDeps, input: TokenInput): Promise<IssuedToken | null> {
  const refusal = checkTokenInput(input);
  if (refusal) throw new Failure(refusal);
  const secret = deps.secrets.newTokenSecret();
  const done = await insertToken(deps.db, {
    merchantId: input.merchantId,
    name: input.name.trim(),
    prefix: shownPrefix(secret),
    secretHash: deps.secrets.hashToken(secret),
    scopes: [...new Set(input.scopes)],
    stores: [...new Set(input.stores ?? [])],
    expiresAt: input.end && "at" in input.end ? input.end.at : null,
    lastDay: input.end && "on" in input.end ? input.end.on : null,
    offsetMs: deps.clockOffsetMs,
  });
  if (!done) return null;
  if (done.unknownStores.length)
    throw new Failure({
      code: "invalid_store",
      message: `Store ${done.unknownStores.join(", ")} is not known`,
      rule: "stores are the merchant's",
    });
  if (!done.token)
    throw new Failure({
      code: "invalid",
      message: "The token would end in the past",
      rule: "token ends in the future",
    });
  return { ...done.token, secret };
}
