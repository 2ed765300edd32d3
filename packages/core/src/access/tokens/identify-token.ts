import type { Caller, CoreDeps } from "../../context.ts";
import { findLiveToken } from "./tokens.sql.ts";

/** A caller with a token. */
export type TokenCaller = Extract<Caller, { kind: "token" }>;

/** The caller with this secret; null if it is unknown, revoked or expired, without saying which. */
export async function identifyToken(deps: CoreDeps, secret: string): Promise<TokenCaller | null> {
  const grant = await findLiveToken(deps.db, deps.secrets.hashToken(secret), deps.clockOffsetMs);
  return (
    grant && {
      kind: "token",
      merchant: grant.merchant,
      tokenId: grant.id,
      scopes: grant.scopes,
      stores: grant.stores,
      isAcceptedInMessage: grant.isAcceptedInMessage,
    }
  );
}
