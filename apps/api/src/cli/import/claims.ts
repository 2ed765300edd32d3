import type { ImportClaims, ImportClashes } from "@stampbook/core/moving";
import { problemAt } from "./place.ts";
import type { Problem } from "./problems.ts";
import type { FoundRecord } from "./read-records.ts";

/**
 * Facts in a file that only the database can confirm: tokens and the ids of the merchant and its stores must
 * be free, and time zones must exist.
 */
export type Claims = ReturnType<typeof createClaims>;

/** Collects claims, each with the problem to report if the database contradicts it. */
export function createClaims() {
  const merchantIds = new Map<number, Problem>();
  const storeIds = new Map<number, Problem>();
  const tokenHashes = new Map<string, Problem>();
  const timezones = new Map<string, Problem>();

  return {
    merchant: (record: FoundRecord, id: number) =>
      claim(merchantIds, id, "id", "is the id of a known merchant", record),
    store: (record: FoundRecord, id: number) =>
      claim(storeIds, id, "id", "is the id of a known store", record),
    token: (record: FoundRecord, path: string, hash: string) =>
      claim(tokenHashes, hash, path, "is a token that is known already", record),
    timezone: (record: FoundRecord, zone: string) =>
      claim(timezones, zone, "timezone", "is unknown to the database", record),
    hasStore: (id: number) => storeIds.has(id),
    /** Returns the values to look up in the database. */
    toLookUp: (merchantId: number): ImportClaims => ({
      merchantId,
      storeIds: [...storeIds.keys()],
      tokenHashes: [...tokenHashes.keys()],
      timezones: [...timezones.keys()],
    }),
    /** The problems for the clashes that the database found. */
    problemsFor: (clashes: ImportClashes): Problem[] =>
      [
        ...(clashes.merchantIsKnown ? merchantIds.values() : []),
        ...clashes.storeIds.map((id) => storeIds.get(id)),
        ...clashes.tokenHashes.map((hash) => tokenHashes.get(hash)),
        ...clashes.unknownTimezones.map((zone) => timezones.get(zone)),
      ].filter((problem) => problem !== undefined),
  };
}

/** If two records claim the same value, the first is reported. */
function claim<Key>(
  claims: Map<Key, Problem>,
  key: Key,
  path: string,
  says: string,
  record: FoundRecord,
): void {
  if (!claims.has(key)) claims.set(key, problemAt(record, path, says));
}
