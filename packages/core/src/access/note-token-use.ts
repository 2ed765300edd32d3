import type { CoreDeps } from "../context.ts";
import type { TokenCaller } from "./identify-token.ts";
import { setTokenUsed } from "./store.ts";

/** Keeps when a token was last used, to the minute; for after the answer, off the request's path. */
export async function noteTokenUse(deps: CoreDeps, caller: TokenCaller): Promise<void> {
  await setTokenUsed(deps.db, caller.merchant.id, caller.tokenId, deps.clockOffsetMs);
}
