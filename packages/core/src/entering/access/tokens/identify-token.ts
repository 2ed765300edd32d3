import { limitsFor } from "../../../foundation/caller-limits.rules.ts";
import type { Caller, CoreDeps } from "../../../foundation/context.ts";
import { refuseMoved } from "../moved.sql.ts";
import { findLiveToken } from "./tokens.sql.ts";

/** A caller with a token. */
type TokenCaller = Extract<Caller, { kind: "token" }>;

/**
 * Returns the caller whose token has this secret. Null if no token has it, or the token is revoked or
 * expired. Throws `overloaded` if the merchant is moved to another installation.
 */
export async function identifyToken(deps: CoreDeps, secret: string): Promise<TokenCaller | null> {
  const grant = await findLiveToken(deps.db, deps.secrets.hashToken(secret), deps.clockOffsetMs);
  if (grant) refuseMoved(grant);
  return (
    grant && {
      kind: "token",
      merchant: grant.merchant,
      tokenId: grant.id,
      scopes: grant.scopes,
      stores: grant.stores,
      isAcceptedInMessage: grant.isAcceptedInMessage,
      limits: limitsFor(grant.limits, grant.activeStores),
    }
  );
}
