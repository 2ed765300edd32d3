import { type Db, run, schema, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { StaffRole } from "../../foundation/context.ts";

const p = sql.placeholder;
const merchantId = p("merchantId");
const rows = sql`${p("rows")}::text::json`;

/** The row of an imported token. Its secret is hashed already. */
export type ImportedToken = {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly secretHash: string;
  readonly scopes: readonly string[];
  readonly stores: readonly number[];
  readonly expiresAt: string | null;
};

/** Inserts tokens. */
export async function insertTokens(db: Db, merchantId: number, tokens: readonly ImportedToken[]) {
  const values = tokens.map(({ scopes, stores, ...row }) => ({
    ...row,
    merchantId,
    scopes: [...scopes],
    stores: [...stores],
  }));
  if (values.length > 0) await db.insert(schema.apiTokens).values(values);
}

const knownStaff = statement<readonly string[]>(
  "known_staff",
  {},
  sql`(select coalesce(json_agg(email), '[]') from staff_users
    where email in (select json_array_elements_text(${rows})))`,
);

/** Returns those of the `emails` that belong to an existing account. */
export function selectKnownStaff(db: Db, emails: readonly string[]) {
  return run(db, knownStaff, { rows: JSON.stringify(emails) });
}

const insertedStaff = statement<void>(
  "import_staff",
  {
    given: sql`select * from json_to_recordset(${rows}) as x ("userId" text, "accountId" text,
      email text, name text, verifier text, role text, stores bigint[])`,
    users_in: sql`insert into staff_users (id, name, email)
      select "userId", name, email from given
      on conflict (email) do nothing returning id, email`,
    accounts_in: sql`insert into staff_accounts (id, account_id, provider_id, user_id, password)
      select g."accountId", u.id, 'credential', u.id, g.verifier
      from given g join users_in u on u.email = g.email where g.verifier is not null`,
    members_in: sql`insert into staff_members (merchant_id, user_id, role, stores)
      select ${merchantId}, coalesce(u.id, k.id), g.role, g.stores
      from given g left join users_in u on u.email = g.email
      left join staff_users k on k.email = g.email`,
  },
  sql`null`,
);

/** The row of an imported member of staff. `verifier` is null if the person has no password. */
export type ImportedStaff = {
  readonly userId: string;
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly verifier: string | null;
  readonly role: StaffRole;
  readonly stores: readonly number[];
};

/**
 * Inserts people, and their roles and stores at the merchant. A person who already has an account keeps name
 * and password.
 */
export async function insertStaff(db: Db, id: number, rows: readonly ImportedStaff[]) {
  await run(db, insertedStaff, { merchantId: id, rows: JSON.stringify(rows) });
}
