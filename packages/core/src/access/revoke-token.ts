import type { CoreDeps } from "../context.ts";
import { setTokenRevoked } from "./store.ts";
import type { Token } from "./types.ts";

/**
 * Ends a token at once: every call reads the token's row, so no process can miss it. Again changes
 * nothing. Null where the merchant has no such token.
 */
export function revokeToken(
  deps: CoreDeps,
  token: { readonly merchantId: number; readonly id: number },
): Promise<Token | null> {
  return setTokenRevoked(deps.db, token.merchantId, token.id, deps.clockOffsetMs);
}
