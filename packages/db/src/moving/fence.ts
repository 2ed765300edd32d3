import { setTimeout as sleep } from "node:timers/promises";
import type { TransactionSql } from "postgres";
import { isDatabaseError } from "../errors.ts";
import { CannotMove, type MerchantTable, type Side } from "./side.ts";

/** How long the tills of all merchants may wait behind a lock that the fence waits for. */
const LOCK_MS = 100;
/** How long to try again, as behind a transaction that has written a table and does not end. */
const PATIENCE_MS = 60_000;
const POLL_MS = 5;

const triggers = (merchantId: number) => ({
  written: `stampbook_move_${merchantId}`,
  deleted: `stampbook_move_${merchantId}_deleted`,
});

/**
 * Makes triggers that refuse each write of the merchant while it is not open here, whichever process or
 * command writes. Other merchants' rows do not meet the condition. What a subscription writes fires no trigger.
 */
export async function fence(side: Side, merchantId: number, tables: readonly MerchantTable[]) {
  const { written, deleted } = triggers(merchantId);
  const refuse = `for each row when (%) execute function stampbook_refuse_moved('${merchantId}')`;
  const fenced = await fencedBy(side, merchantId);
  for (const { name, key } of tables)
    if (!fenced.has(name))
      await whenFree(side, name, (sql) =>
        sql.unsafe(`
          create trigger ${written} before insert or update on ${name}
            ${refuse.replace("%", `new.${key} = ${merchantId}`)};
          create trigger ${deleted} before delete on ${name}
            ${refuse.replace("%", `old.${key} = ${merchantId}`)}`),
      );
}

export async function unfence(side: Side, merchantId: number): Promise<void> {
  const { written, deleted } = triggers(merchantId);
  for (const name of await fencedBy(side, merchantId))
    await whenFree(side, name, (sql) =>
      sql.unsafe(`drop trigger ${written} on ${name}; drop trigger ${deleted} on ${name}`),
    );
}

async function fencedBy({ sql }: Side, merchantId: number): Promise<ReadonlySet<string>> {
  const rows = await sql<{ name: string }[]>`select c.relname as name from pg_trigger t
    join pg_class c on c.oid = t.tgrelid where t.tgname = ${triggers(merchantId).written}`;
  return new Set(rows.map(({ name }) => name));
}

/** Changes a table under a lock that waits only shortly each time, so that tills never wait longer behind it. */
async function whenFree(
  { sql }: Side,
  table: string,
  change: (sql: TransactionSql) => Promise<unknown>,
): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      await sql.begin(async (tx) => {
        // an autovacuum that holds the table ends once the wait is looked at as a deadlock
        await tx.unsafe(`set local lock_timeout = ${LOCK_MS}; set local deadlock_timeout = 20`);
        await change(tx);
      });
      return;
    } catch (error) {
      if (!isDatabaseError(error) || error.code !== "55P03") throw error;
      if (performance.now() > until)
        throw new CannotMove(
          `Something has locked the table ${table} for ${PATIENCE_MS / 1_000} s; pg_stat_activity shows what. Run the command again when it has ended.`,
        );
      await sleep(LOCK_MS);
    }
  }
}

/**
 * Waits until every transaction has ended that may have passed the fence before the merchant was stopped. Such
 * a transaction has locked its table before its trigger looked. Later ones see that the merchant is stopped.
 */
export async function writersGone(
  { sql }: Side,
  tables: readonly MerchantTable[],
  until: number,
): Promise<void> {
  const names = tables.map(({ name }) => name);
  const writers = (those: readonly string[] | null) => sql<{ id: string }[]>`
    select distinct l.virtualtransaction as id from pg_locks l join pg_class c on c.oid = l.relation
    where l.locktype = 'relation' and l.mode = 'RowExclusiveLock' and l.pid is distinct from pg_backend_pid()
      and l.database = (select oid from pg_database where datname = current_database())
      and c.relname in (select json_array_elements_text(${JSON.stringify(names)}::text::json))
      and (${those === null}::boolean or l.virtualtransaction in
        (select json_array_elements_text(${JSON.stringify(those ?? [])}::text::json)))`;
  let left = (await writers(null)).map(({ id }) => id);
  while (left.length) {
    if (performance.now() > until)
      throw new CannotMove("A transaction that began before the stop has not ended.");
    await sleep(POLL_MS);
    left = (await writers(left)).map(({ id }) => id);
  }
}
