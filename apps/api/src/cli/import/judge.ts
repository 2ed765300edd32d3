import type { ImportClashes } from "@stampbook/core/moving";
import type { Secrets } from "@stampbook/core/secrets";
import { z } from "zod";
import { noFacts } from "../merchant-file/facts.ts";
import { readRow } from "../merchant-file/read-row.ts";
import { createClaims } from "./claims.ts";
import { judgeRow } from "./judge-row.ts";
import { KeySet } from "./key-set.ts";
import { problemsOf } from "./place.ts";
import type { Problems } from "./problems.ts";
import type { FoundRecord } from "./read-records.ts";
import { RowCheck } from "./row-check.ts";

/**
 * Returns functions that check a file's records: their format, references and uniqueness. Each record must
 * come after the records that it refers to. Keeps `facts` and keys in memory, but not all records.
 */
export function createJudge(secrets: Secrets, problems: Problems, now: string) {
  const facts = noFacts();
  const claims = createClaims();
  const keys = new Map<string, KeySet>();
  const known = { facts, claims, keysOf, levels: new Set<number>() };

  function judge(record: FoundRecord): void {
    const read = readRow(record.section, record.value, facts);
    if (!(read instanceof z.ZodError)) {
      judgeRow(read, new RowCheck(record, known, problems, secrets), now);
      return;
    }
    for (const problem of problemsOf(record, read)) problems.add(problem);
    const key = keyOf(record.value);
    if (key !== null) keysOf(`broken ${record.section}`).add(key, 0);
  }

  function keysOf(name: string): KeySet {
    const set = keys.get(name) ?? new KeySet();
    keys.set(name, set);
    return set;
  }

  return {
    judge,
    facts,
    /** Call it after all records are checked. Returns the values to look up in the database. */
    claims: claims.toLookUp,
    /** Reports the clashes that the database found. */
    judgeClashes: (clashes: ImportClashes): void => {
      for (const problem of claims.problemsFor(clashes)) problems.add(problem);
    },
  };
}

/**
 * The key by which other records refer to this one: its id or its level. Null if it is no whole number.
 */
function keyOf(value: unknown): number | null {
  if (typeof value !== "object" || value === null) return null;
  const key = "id" in value ? value.id : "level" in value ? value.level : null;
  return typeof key === "number" && Number.isSafeInteger(key) && key >= 0 ? key : null;
}
