import { runAudit } from "@stampbook/core/audit";
import type { Stage } from "./stage.ts";
import { shop } from "./things.ts";

/** Two time zones, 25 hours apart: the date in `after` is always at least a day later than in `before`. */
export const zones = { before: "Pacific/Pago_Pago", after: "Pacific/Kiritimati" } as const;

/** The stamps of each customer's entries, in order. The rest of the first entry expires at midnight. */
const deltas = [10, 10, -3, 10, 5];
const EXPIRES = 7;
const LEFT = 25;
const BATCH = 100_000;

/** The values by which a member of `addExpiring` can be found. */
export type MemberNamed = {
  readonly name: string;
  readonly email: string;
  readonly mobileNumber: string;
  readonly memberId: string;
};

const firstNames = [
  ...["Adi", "Agus", "Ani", "Arif", "Ayu", "Bayu", "Budi", "Citra", "Dewi", "Dian"],
  ...["Eka", "Fajar", "Fitri", "Gita", "Hadi", "Indah", "Joko", "Kartika", "Lestari", "Made"],
  ...["Maya", "Nina", "Nur", "Putri", "Rani", "Ratna", "Rizky", "Sari", "Siti", "Wayan"],
];
const lastNames = [
  ...["Anggraini", "Firmansyah", "Gunawan", "Halim", "Hidayat", "Kusuma", "Lubis", "Maulana"],
  ...["Nasution", "Nugroho", "Pratama", "Purnama", "Rahayu", "Santoso", "Saputra", "Setiawan"],
  ...["Siregar", "Sudirman", "Susanto", "Utami", "Wibowo", "Wijaya", "Winata"],
];

/** Returns the values that `addExpiring` writes for the member with an id. Many members share a name. */
export const memberOf = (id: number): MemberNamed => ({
  name: `${firstNames[id % firstNames.length]} ${lastNames[id % lastNames.length]}`,
  email: `expiring-${id}@example.com`,
  mobileNumber: `+6285${String(id).padStart(9, "0")}`,
  memberId: `E${id}`,
});

/**
 * Sets the merchant's time zone to `zones.before`, and adds customers with five ledger entries each. When the
 * zone becomes `zones.after`, the rest of each customer's first entry expires.
 */
export async function addExpiring(
  { sql }: Pick<Stage, "sql">,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<void> {
  const { merchant } = shop;
  await sql`update merchants set timezone = ${zones.before} where id = ${merchant}`;
  for (let first = from; first < from + count; first += BATCH) {
    const last = Math.min(first + BATCH, from + count) - 1;
    const numbers = sql`generate_series(${first}::bigint, ${last}::bigint) n`;
    await sql.begin(async (tx) => {
      // `replica` skips foreign key checks, which take longer than the inserts; these rows are consistent
      await tx`set local session_replication_role = replica`;
      await tx`insert into customers (merchant_id, id, member_id, email, mobile_number, name)
        select ${merchant}, n, 'E' || n, 'expiring-' || n || '@example.com',
          '+6285' || lpad(n::text, 9, '0'),
          (${firstNames}::text[])[1 + n % ${firstNames.length}::int] || ' '
            || (${lastNames}::text[])[1 + n % ${lastNames.length}::int]
        from ${numbers}`;
      await tx`insert into customer_identifiers (merchant_id, form, value, customer_id)
        select c.merchant_id, i.form, i.value, c.id
        from customers c, lateral (values ('email', c.email), ('memberId', c.member_id),
          ('mobileNumber', c.mobile_number)) i(form, value)
        where c.merchant_id = ${merchant} and c.id between ${first} and ${last}`;
      await tx`insert into memberships (merchant_id, customer_id, level, stamps, entry_number, start_date,
          next_expiry_on)
        select ${merchant}, n, 100, ${LEFT + EXPIRES}, 5, '2025-01-15',
          (now() at time zone ${zones.before})::date
        from ${numbers}`;
      // the third entry takes stamps from the first, and the last never expires
      await tx`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day,
          expires_on)
        select ${merchant}, n, 'adjustment', e.number, e.delta, e.number, d.today - 30,
          case when e.number in (1, 2, 4) then d.today + 30 * (e.number - 1)::int end
        from ${numbers}, (select (now() at time zone ${zones.before})::date as today) d,
          unnest(${deltas}::int[]) with ordinality e(delta, number)`;
    });
  }
  await sql`vacuum analyze`;
}

/** Changes the merchant's time zone, so that midnight passes for the customers of `addExpiring`. */
export async function passMidnight({ sql }: Pick<Stage, "sql">): Promise<void> {
  await sql`update merchants set timezone = ${zones.after} where id = ${shop.merchant}`;
}

/** How many expiries the job has written. */
export type Progress = {
  readonly written: number;
  /** Seconds from the first expiry to the last. */
  readonly seconds: number;
};

/** Counts the customers whose expiry is written. */
export async function readProgress({ sql }: Pick<Stage, "sql">): Promise<Progress> {
  const [row] = await sql<{ written: string; seconds: number | null }[]>`
    select count(*) as written, extract(epoch from max(created_at) - min(created_at))::float8 as seconds
    from stamp_entries where merchant_id = ${shop.merchant} and cause = 'expiry'`;
  return { written: Number(row?.written), seconds: row?.seconds ?? 0 };
}

/**
 * Checks that each customer has one expiry of the right size, and that their next expiry is later than today.
 * Audits all rows.
 */
export async function proveExpired(
  { sql, core }: Pick<Stage, "sql" | "core">,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<readonly string[]> {
  const { merchant } = shop;
  const [row] = await sql<{ right: string }[]>`
    select count(*) as right from memberships ms
      join stamp_entries e on e.merchant_id = ms.merchant_id and e.customer_id = ms.customer_id
        and e.cause = 'expiry'
    where ms.merchant_id = ${merchant} and ms.customer_id >= ${from} and ms.customer_id < ${from + count}
      and ms.stamps = ${LEFT} and e.number = 6 and e.delta = ${-EXPIRES}
      and ms.next_expiry_on > (now() at time zone ${zones.after})::date`;
  const broken = await runAudit(core.db);
  return [
    ...(Number(row?.right) === count ? [] : [`${row?.right} of ${count} customers are right`]),
    ...broken.map(({ invariant, detail }) => `${invariant}: ${detail}`),
  ];
}
