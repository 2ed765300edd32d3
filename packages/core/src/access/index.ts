export { identifyToken, type TokenCaller } from "./identify-token.ts";
export { issueToken } from "./issue-token.ts";
export { listTokens } from "./list-tokens.ts";
export { noteTokenUse } from "./note-token-use.ts";
export { revokeToken } from "./revoke-token.ts";
export { allows, isScope, scopes, shownPrefix } from "./token.rules.ts";
export type { IssuedToken, Token, TokenEnd, TokenInput, TokenState } from "./types.ts";
