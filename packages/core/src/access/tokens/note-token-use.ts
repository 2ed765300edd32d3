import type { CoreDeps } from "../../context.ts";
import type { TokenCaller } from "./identify-token.ts";
import { setTokenUsed } from "./tokens.sql.ts";

/** Records when a token was last used, at most once a minute. Call it after the response is sent. */
export async function noteTokenUse(deps: CoreDeps, caller: TokenCaller): Promise<void> {
  await setTokenUsed(deps.db, caller.merchant.id, caller.tokenId, deps.clockOffsetMs);
}
