import postgres from "postgres";
import { readAddress } from "../connecting/address.ts";
import { createHosts, driverOptions } from "../connecting/hosts.ts";
import { ENDLESS, sessionSettings } from "../connecting/server-state.ts";
import { conninfoOf } from "../restoring/libpq.ts";

/** A move cannot begin or go on. The message has a line for each reason. */
export class CannotMove extends Error {
  override readonly name = "CannotMove";
}

/** A table with rows of merchants. */
export type MerchantTable = {
  readonly name: string;
  /** The column that names the merchant. */
  readonly key: string;
  /** SQL of all columns of a row, each of a type that PostgreSQL can hash. */
  readonly columns: string;
};

/** One of the two databases of a move, over a single connection, which holds the lock of the move. */
export type Side = {
  readonly sql: postgres.Sql;
  /** How the other server connects to this database. */
  readonly conninfo: string;
  readonly url: string;
};

/**
 * Whether a merchant's calls are done in a database (`merchant_moves`). Null if the merchant is not moved to
 * or from it.
 */
export type MoveState = "open" | "stopped" | "gone" | null;

/** Opens a database for a move. */
export function openSide(url: string): Side {
  const address = readAddress(url);
  const hosts = address.hosts.length > 1 ? createHosts(address) : undefined;
  const options = driverOptions(address, hosts);
  const sql = postgres({
    ...options,
    max: 1,
    prepare: false,
    fetch_types: false,
    onnotice: () => {},
    connection: {
      ...options.connection,
      ...sessionSettings,
      // the role may have bounds of its own
      lock_timeout: ENDLESS,
      statement_timeout: ENDLESS,
      application_name: "stampbook move",
    },
  });
  return { sql, conninfo: conninfoOf(url), url };
}

/** Makes the lock's two keys: all moves, and the merchant. */
const lockOf = (merchantId: number) => `hashtext('stampbook move'), hashint8(${merchantId})`;

/** Whether two addresses are of the same database. */
export async function areSame(sides: readonly Side[]): Promise<boolean> {
  const places = await Promise.all(
    sides.map(({ sql }) =>
      sql`select system_identifier, current_database() from pg_control_system()`.values(),
    ),
  );
  return new Set(places.map(String)).size === 1;
}

/**
 * Takes the lock of a merchant's move. Once it is held, no statement of an earlier command is under way.
 * Throws `CannotMove` if another command holds it.
 */
export async function lockMove({ sql }: Side, merchantId: number): Promise<void> {
  const [row] = await sql.unsafe(`select pg_try_advisory_lock(${lockOf(merchantId)}) as held`);
  if (!row?.held) throw new CannotMove(`Another command moves merchant ${merchantId} now.`);
}

export async function stateOf({ sql }: Side, merchantId: number): Promise<MoveState> {
  const [row] = await sql`select state from merchant_moves where merchant_id = ${merchantId}`;
  return row?.state ?? null;
}

/** Sets the state, unless the connection has lost the lock to another command meanwhile. */
export async function setState(
  { sql }: Side,
  merchantId: number,
  state: MoveState,
  address: string | null = null,
): Promise<void> {
  if (state === null) {
    await sql`delete from merchant_moves where merchant_id = ${merchantId}`;
    return;
  }
  const held = sql.unsafe(`pg_try_advisory_lock(${lockOf(merchantId)})`);
  const set = await sql`
    insert into merchant_moves (merchant_id, state, address)
    select ${merchantId}::bigint, ${state}::text, ${address}::text where ${held}
    on conflict (merchant_id) do update
      set state = excluded.state, address = coalesce(excluded.address, merchant_moves.address)
    returning 1`;
  if (!set.length) throw new CannotMove(`Another command moves merchant ${merchantId} now.`);
}

/** Lists the tables with rows of merchants. */
export async function tablesOf({ sql }: Side): Promise<readonly MerchantTable[]> {
  const rows = await sql<MerchantTable[]>`
    select c.relname as name, case when c.relname = 'merchants' then 'id' else 'merchant_id' end as key,
      string_agg(format(case when a.atttypid = 'json'::regtype then '%I::text' else '%I' end, a.attname),
        ', ' order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'merchant_moves'
    group by c.relname having c.relname = 'merchants' or bool_or(a.attname = 'merchant_id')
    order by c.relname`;
  return [...rows];
}
