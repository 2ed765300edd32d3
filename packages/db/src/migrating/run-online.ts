import type postgres from "postgres";
import { plainText } from "./effect-of.ts";

/** How long a statement that changes rows waits for a till's rows, while other tills may wait for its own. */
const ROW_PATIENCE_MS = 900;

/**
 * Runs the statements of an online migration, each in a transaction of its own, so that tills wait at most
 * for the rows of one statement. A statement that changes rows, some at a time, is repeated until it changes
 * none. After a failure or a crash the whole migration can be run again: an index that was left half built is
 * removed first. The client must have one connection. Behind a pooler the role's time-outs apply. Throws
 * PostgreSQL's errors, among them 55P03 if a row stays locked.
 */
export async function runOnline(
  client: postgres.Sql,
  statements: readonly string[],
): Promise<void> {
  await client`set statement_timeout = 0`;
  await client`set jit = off`;
  await client`set default_transaction_isolation = 'read committed'`;
  for (const statement of statements) {
    const text = plainText(statement);
    const index = /^create (?:unique )?index concurrently (?:if not exists )?(\w+)/.exec(text)?.[1];
    if (index) await dropHalfBuilt(client, index);
    const changesRows = /^(update|delete)\b/.test(text);
    // an index that is built waits for transactions that began before, and nobody waits behind it
    await client.unsafe(`set lock_timeout = ${changesRows ? ROW_PATIENCE_MS : 0}`);
    let { count } = await client.unsafe(statement);
    while (changesRows && count > 0) ({ count } = await client.unsafe(statement));
  }
}

/** Removes the index if an attempt to build it failed. Otherwise `if not exists` would keep it, unusable. */
async function dropHalfBuilt(client: postgres.Sql, index: string): Promise<void> {
  const invalid = await client`
    select from pg_index where indexrelid = to_regclass(${index}) and not indisvalid`;
  if (invalid.length) await client.unsafe(`drop index concurrently "${index}"`);
}
