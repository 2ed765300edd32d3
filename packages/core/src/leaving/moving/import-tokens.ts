import { shownPrefix } from "../../entering/access/index.ts";
import type { CoreDeps } from "../../foundation/context.ts";
import type { Moved } from "./import.rules.ts";
import { type ImportedToken, insertTokens } from "./import-access.sql.ts";
import { type NextIds, raiseNextId } from "./next-ids.rules.ts";

/** A token with a secret that the import generated. The secret is shown once. */
export type MadeToken = { readonly name: string; readonly secret: string };

/**
 * Inserts tokens. Returns the tokens whose secrets were generated, because the file contains neither secret
 * nor verifier.
 */
export async function importTokens(
  deps: CoreDeps,
  merchantId: number,
  tokens: readonly Moved["tokens"][],
  next: NextIds,
): Promise<MadeToken[]> {
  const made: MadeToken[] = [];
  const first = next.get("api_tokens") ?? 1;
  const rows = tokens.map(
    ({ name, secret: given, verifier, scopes, stores, expiresAt }, at): ImportedToken => {
      const row = { id: first + at, name, scopes, stores, expiresAt };
      if (verifier) return { ...row, prefix: verifier.prefix, secretHash: verifier.hash };
      const secret = given ?? deps.secrets.newTokenSecret();
      if (!given) made.push({ name, secret });
      return { ...row, prefix: shownPrefix(secret), secretHash: deps.secrets.hashToken(secret) };
    },
  );
  raiseNextId(next, "tokens", rows);
  await insertTokens(deps.db, merchantId, rows);
  return made;
}
