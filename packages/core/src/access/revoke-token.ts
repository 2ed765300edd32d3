import type { CoreDeps } from "../context.ts";
import { setTokenRevoked } from "./store.ts";
import type { Token } from "./types.ts";

/**
 * Ends a token within a second in every process: so long they remember at most whom it opens for.
 * Again changes nothing. Null where the merchant has no such token.
 */
export function revokeToken(
  deps: CoreDeps,
  token: { readonly merchantId: number; readonly id: number },
): Promise<Token | null> {
  return setTokenRevoked(deps.db, token.merchantId, token.id, deps.clockOffsetMs);
}
