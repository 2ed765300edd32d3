import type { Side } from "./side.ts";

/** What a database is, for a move: read on both sides and compared. */
type Look = {
  readonly walLevel: string;
  readonly isSuperuser: boolean;
  readonly isStandby: boolean;
  readonly migrations: string;
};

/** Unique values that all merchants of a database share, with the words for them. */
const shared = [
  ["stores", "id", "a store with the id"],
  ["api_tokens", "secret_hash", "the token of our merchant with the fingerprint"],
  ["staff_invitations", "secret_hash", "an invitation of our merchant with the fingerprint"],
] as const;

/** Says why the merchant cannot be moved from one database to the other; empty if it can. */
export async function problemsOf(from: Side, to: Side, merchantId: number): Promise<string[]> {
  const [here, there] = await Promise.all([lookAt(from), lookAt(to)]);
  if (!here || !there)
    return ["One of the two databases has no tables of Stampbook: `stampbook migrate` makes them."];
  const unfit = [
    ...unfitness(here, "This database"),
    ...unfitness(there, "The other database"),
    ...(here.migrations === there.migrations
      ? []
      : ["The databases have different migrations: run the same version of Stampbook on both."]),
  ];
  // the tables of different versions cannot be compared
  return unfit.length ? unfit : clashesOf(from, to, merchantId);
}

async function lookAt({ sql }: Side): Promise<Look | null> {
  const [ours] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as yes`;
  if (!ours?.yes) return null;
  const [look] = await sql<Look[]>`
    select current_setting('wal_level') as "walLevel", current_setting('is_superuser') = 'on' as "isSuperuser",
      pg_is_in_recovery() as "isStandby",
      (select string_agg(hash, ' ' order by created_at) from drizzle.__drizzle_migrations) as migrations`;
  return look ?? null;
}

function unfitness({ walLevel, isSuperuser, isStandby }: Look, which: string): string[] {
  return [
    ...(isStandby ? [`${which} is a standby: name the primary.`] : []),
    ...(walLevel === "logical"
      ? []
      : [
          `${which} has wal_level = ${walLevel}: set it to logical, and restart its server. A move needs it on both.`,
        ]),
    ...(isSuperuser
      ? []
      : [`${which} is opened by a role that is no superuser: only such a role may subscribe.`]),
  ];
}

async function clashesOf(from: Side, to: Side, merchantId: number): Promise<string[]> {
  const [ours] = await from.sql`select from merchants where id = ${merchantId}`.values();
  if (!ours) return [`There is no merchant ${merchantId} in this database.`];
  const found: string[] = [];
  const [theirs] = await to.sql`select from merchants where id = ${merchantId}`.values();
  if (theirs) found.push(`The other database has a merchant ${merchantId} already.`);
  for (const [table, column, words] of shared) {
    const values = await from.sql<{ value: string }[]>`
      select ${from.sql(column)}::text as value from ${from.sql(table)} where merchant_id = ${merchantId}`;
    const taken = await to.sql<{ value: string }[]>`
      select ${to.sql(column)}::text as value from ${to.sql(table)}
      where merchant_id <> ${merchantId} and ${to.sql(column)}::text in
        (select json_array_elements_text(${JSON.stringify(values.map(({ value }) => value))}::text::json))`;
    for (const { value } of taken)
      found.push(`Another merchant of the other database has ${words} ${value.slice(0, 16)}.`);
  }
  const staff = await from.sql<{ id: string; email: string }[]>`
    select u.id, u.email from staff_users u join staff_members m on m.user_id = u.id
    where m.merchant_id = ${merchantId}`;
  const others = await to.sql<{ id: string; email: string }[]>`
    select id, email from staff_users where email in
      (select json_array_elements_text(${JSON.stringify(staff.map(({ email }) => email))}::text::json))`;
  const ids = new Map(staff.map(({ email, id }) => [email, id]));
  for (const { email, id } of others)
    if (ids.get(email) !== id)
      found.push(
        `${email} has another account in the other database: remove this member first, and invite them again after the move.`,
      );
  return found;
}
