import type { CoreDeps } from "../../../foundation/context.ts";
import { setTokenRevoked } from "./tokens.sql.ts";
import type { Token } from "./types.ts";

/**
 * Revokes a token. Every process refuses it within a second, because tokens are cached for less than a
 * second. A second call changes nothing. Null if the merchant has no such token.
 */
export function revokeToken(
  deps: CoreDeps,
  token: { readonly merchantId: number; readonly id: number },
): Promise<Token | null> {
  return setTokenRevoked(deps.db, token.merchantId, token.id, deps.clockOffsetMs);
}
