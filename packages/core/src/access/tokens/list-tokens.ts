import type { CoreDeps } from "../../context.ts";
import { selectTokens } from "./tokens.sql.ts";
import type { Token } from "./types.ts";

/** Returns all tokens of a merchant, active or not, oldest first, without their secrets. */
export function listTokens(deps: CoreDeps, merchantId: number): Promise<readonly Token[]> {
  return selectTokens(deps.db, merchantId, deps.clockOffsetMs);
}
