import { setTimeout as sleep } from "node:timers/promises";
import { CannotMove, type MerchantTable, type Side } from "./side.ts";

/** A merchant's changes, published by one database and applied by the other. */
export type Link = {
  /** The name of the publication, the slot and the subscription. */
  readonly name: string;
  readonly from: Side;
  readonly to: Side;
};

const POLL_MS = 5;
/** Errors of the subscription after which the move gives up: a lost connection is none of them. */
const MOST_ERRORS = 3;

const has = async ({ sql }: Side, catalog: string, condition: string) =>
  (await sql.unsafe(`select from ${catalog} where ${condition}`)).length > 0;

const isSubscribed = ({ name, to }: Link) =>
  has(
    to,
    "pg_subscription join pg_database d on d.oid = subdbid",
    `subname = '${name}' and datname = current_database()`,
  );
const hasSlot = ({ name, from }: Link) =>
  has(from, "pg_replication_slots", `slot_name = '${name}'`);

export { hasSlot, isSubscribed };

export async function publish(
  { name, from }: Link,
  merchantId: number,
  tables: readonly MerchantTable[],
): Promise<void> {
  if (await has(from, "pg_publication", `pubname = '${name}'`)) return;
  const each = tables.map((table) => `${table.name} where (${table.key} = ${merchantId})`);
  await from.sql.unsafe(`create publication ${name} for table ${each.join(", ")}`);
}

/** Makes the slot: from now on the server keeps the changes until the other one has them. */
export async function makeSlot(link: Link, withinMs: number): Promise<void> {
  if (await hasSlot(link)) return;
  await link.from.sql.begin(async (sql) => {
    // it waits for the end of transactions that are under way
    await sql.unsafe(`set local statement_timeout = ${Math.max(1, Math.round(withinMs))}`);
    await sql`select pg_create_logical_replication_slot(${link.name}, 'pgoutput')`;
  });
}

/** Leaves out all changes so far, as those that have come from the other side. */
export async function skipToNow(link: Link): Promise<void> {
  const position = await positionOf(link.from);
  await link.from.sql`select pg_replication_slot_advance(${link.name}, ${position}::text::pg_lsn)`;
}

export async function dropSlot(link: Link): Promise<void> {
  if (await hasSlot(link)) await link.from.sql`select pg_drop_replication_slot(${link.name})`;
}

/** Subscribes to the slot, with or without the rows that are there already. */
export async function subscribe(link: Link, { copies }: { readonly copies: boolean }) {
  const { name, from, to } = link;
  if (await isSubscribed(link)) return;
  const conninfo = from.conninfo.replaceAll("'", "''");
  // with synchronous_commit = off it reports what it has applied up to 0.4 s later
  await to.sql.unsafe(`create subscription ${name} connection '${conninfo}' publication ${name} with
    (create_slot = false, slot_name = '${name}', copy_data = ${copies}, synchronous_commit = local)`);
}

/** Ends the subscription, and removes the slot and the publication. */
export async function unlink(link: Link): Promise<void> {
  const { name, from, to } = link;
  // drops its slots on the other server too, also those of tables that were still copied
  if (await isSubscribed(link)) await to.sql.unsafe(`drop subscription ${name}`);
  await dropSlot(link);
  await from.sql.unsafe(`drop publication if exists ${name}`);
}

/** Waits until all tables are copied. Calls `onProgress` with how many are. Throws `CannotMove`. */
export async function copied(
  { name, to }: Link,
  onProgress: (done: number, all: number) => void,
): Promise<void> {
  for (let last = -1; ; await sleep(100)) {
    const [row] = await to.sql`
      select (select count(*)::int from pg_subscription_rel where srsubid = s.oid) as all,
        (select count(*)::int from pg_subscription_rel where srsubid = s.oid and srsubstate = 'r') as done,
        (select (apply_error_count + sync_error_count)::int from pg_stat_subscription_stats
          where subid = s.oid) as errors
      from pg_subscription s where subname = ${name}`;
    const { all = 0, done = 0, errors = 0 } = row ?? {};
    if (errors >= MOST_ERRORS)
      throw new CannotMove(
        `The subscription ${name} fails; the log of its server says why. Mend it and run the command again, or give up with --back.`,
      );
    if (done !== last) onProgress(done, all);
    last = done;
    if (all > 0 && done === all) return;
  }
}

/** Returns a position of the log behind everything that is committed, and writes the log up to it. */
export async function positionOf({ sql }: Side): Promise<string> {
  await sql.begin(async (tx) => {
    await tx`set local synchronous_commit = local`;
    // PostgreSQL flushes the log only for a transaction that has written to it; with synchronous_commit = off
    // the last changes may not be in the log's file yet
    await tx`select pg_logical_emit_message(true, 'stampbook', 'move')`;
  });
  const [row] = await sql`select pg_current_wal_flush_lsn()::text as position`;
  return row?.position;
}

/** Waits until the other database has applied all changes up to the position. Throws `CannotMove`. */
export async function applied(
  { name, from }: Link,
  position: string,
  until: number,
): Promise<void> {
  for (;;) {
    const [row] =
      await from.sql`select coalesce(bool_or(replay_lsn >= ${position}::text::pg_lsn), false) as yes
      from pg_stat_replication where application_name = ${name}`;
    if (row?.yes) return;
    if (performance.now() > until)
      throw new CannotMove("The other database has not applied the last changes in time.");
    await sleep(POLL_MS);
  }
}
