import { CannotMove, type MerchantTable, type Side } from "./side.ts";

/**
 * The number of a merchant's rows in each table, and the sum of their hashes. PostgreSQL hashes values as they
 * are stored, which takes a fourth of the time that their texts would.
 */
export async function digestsOf(
  { sql }: Side,
  merchantId: number,
  tables: readonly MerchantTable[],
): Promise<ReadonlyMap<string, string>> {
  const each = tables.map(
    ({ name, key, columns }) => `select '${name}' as name,
      count(*) || ' rows ' || coalesce(sum(hash_record_extended(row(${columns}), 0)), 0) as digest
      from ${name} where ${key} = ${merchantId}`,
  );
  const rows = await sql.unsafe<{ name: string; digest: string }[]>(each.join(" union all "));
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

/** Throws `CannotMove` if a table's rows of the merchant differ between the two databases. */
export async function compareRows(
  sides: readonly [Side, Side],
  merchantId: number,
  tables: readonly MerchantTable[],
): Promise<void> {
  const [one, other] = await Promise.all(sides.map((side) => digestsOf(side, merchantId, tables)));
  const differing = tables
    .map(({ name }) => name)
    .filter((name) => !one?.get(name) || one.get(name) !== other?.get(name));
  if (differing.length)
    throw new CannotMove(`The rows of the two databases differ: ${differing.join(", ")}.`);
}

/** Deletes a merchant's rows, past the fence and without looking at foreign keys, table by table. */
export async function deleteRows(
  { sql }: Side,
  merchantId: number,
  tables: readonly MerchantTable[],
) {
  for (const { name, key } of tables)
    await sql.begin(async (tx) => {
      await tx.unsafe("set local session_replication_role = replica");
      await tx.unsafe(`delete from ${name} where ${key} = ${merchantId}`);
    });
}

/** What a person needs to sign in, beside their sessions, which are not moved. */
const ofPersons = ["staff_accounts", "staff_two_factors", "staff_passkeys"];

/**
 * Copies the accounts of the merchant's staff that the other database does not have. An account that it has is
 * left as it is there.
 */
export async function copyStaff(from: Side, to: Side, merchantId: number): Promise<void> {
  const read = async (table: string, key: string) => {
    const [row] =
      await from.sql.unsafe(`select coalesce(json_agg(t), '[]')::text as rows from ${table} t
      where ${key} in (select user_id from staff_members where merchant_id = ${merchantId})`);
    return String(row?.rows);
  };
  const persons = await read("staff_users", "id");
  const rest: (readonly [string, string])[] = [];
  for (const table of ofPersons) rest.push([table, await read(table, "user_id")]);
  await to.sql.begin(async (sql) => {
    const made = await sql<{ id: string }[]>`insert into staff_users
      select * from json_populate_recordset(null::staff_users, ${persons}::text::json)
      on conflict (id) do nothing returning id`;
    const ids = JSON.stringify(made.map(({ id }) => id));
    for (const [table, rows] of rest)
      await sql`insert into ${sql(table)}
        select * from json_populate_recordset(null::${sql(table)}, ${rows}::text::json) each
        where each.user_id in (select json_array_elements_text(${ids}::text::json))`;
  });
}
