import { run, schema, statement } from "@stampbook/db";
import { getTableColumns, getTableName, is, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect } from "vitest";
import { runAudit } from "../../foundation/audit/index.ts";
import type { Merchant } from "../../foundation/context.ts";
import { getMember } from "../../members/index.ts";
import { testWorlds } from "../../testing/comparing/run-worlds.ts";
import { type OpenHarness, refusalOf } from "../../testing/index.ts";
import { type HistoryFacts, histories, take } from "../../testing/worlds/members/histories.ts";
import { stepNames } from "../../testing/worlds/members/history-steps.ts";
import { actingIn, type History, makeHistory } from "../../testing/worlds/members/make-history.ts";
import { type Person, traceOf } from "../../testing/worlds/members/person.ts";
import { anonymizeCustomer, anonymizeMember } from "./index.ts";

// Anonymizes a member after a random history of calls. The member's data must be gone from every table, and
// all other rows unchanged.

type Row = Readonly<Record<string, unknown>>;
/** The rows of a merchant, by table and primary key. */
type Dump = ReadonlyMap<string, ReadonlyMap<string, Row>>;

const tables = Object.values(schema).filter(
  (table): table is typeof table & PgTable =>
    is(table, PgTable) && ("merchantId" in getTableColumns(table) || table === schema.merchants),
);

const p = sql.placeholder;

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const rowsOfTable = (table: (typeof tables)[number]) => {
  const name = getTableName(table);
  const owner = sql.raw(table === schema.merchants ? "id" : "merchant_id");
  return sql`select ${sql.raw(`'${name}'`)} as name, (select coalesce(jsonb_agg(to_jsonb(x)), '[]')
    from ${sql.identifier(name)} x where x.${owner} = ${p("merchantId")}) as rows`;
};

const dump = statement<Readonly<Record<string, readonly Row[]>>>(
  "dump_of_merchant",
  { held: sql.join(tables.map(rowsOfTable), sql` union all `) },
  sql`(select jsonb_object_agg(h.name, h.rows) from held h)`,
);

async function dumpOf({ db }: OpenHarness, { id: merchantId }: Merchant): Promise<Dump> {
  const rows = await run(db, dump, { merchantId });
  return new Map(
    tables.map((table) => {
      const name = getTableName(table);
      const { primaryKeys, columns } = getTableConfig(table);
      const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
      const keyOf = (row: Row) => key.map((column) => row[snake(column.name)]).join(" ");
      const entries = rows[name]?.map((row) => [keyOf(row), row] as const) ?? [];
      return [name, new Map(entries.sort(([one], [other]) => (one < other ? -1 : 1)))];
    }),
  );
}

/** Returns the rows that contain personal data of a person, each as `table: row`. */
function tracesIn(found: Dump, index: number): string[] {
  return [...found].flatMap(([table, rows]) =>
    [...rows.values()]
      .map((row) => JSON.stringify(row))
      .filter((text) => traceOf(index).test(text))
      .map((text) => `${table}: ${text}`),
  );
}

/**
 * The tables kept for accounting, with their personal columns. All their rows stay, even the rows of the
 * anonymized member.
 */
const books: Readonly<Record<string, readonly string[]>> = {
  stamp_entries: [],
  voucher_value_entries: [],
  level_changes: [],
  transaction_payments: [],
  promo_codes: [],
  promo_code_uses: [],
  redemptions: ["extra_data"],
  redemption_lines: ["request_id"],
  transactions: ["extra_data"],
  transaction_items: ["extra_data"],
  vouchers: ["notes"],
  stamp_awards: ["notes"],
  stamp_deductions: ["notes"],
  memberships: ["tags", "referral_code", "status", "is_blocked"],
};

function booksOf(found: Dump) {
  return Object.entries(books).map(([table, personal]) => [
    table,
    [...(found.get(table) ?? [])].map(([key, row]) => [
      key,
      Object.entries(row).filter(([column]) => !personal.includes(column)),
    ]),
  ]);
}

/** Returns a function that checks whether a row refers to a person or contains the person's data. */
function ownedBy(before: Dump, index: number, { id }: Person) {
  const idsOf = (table: string) =>
    [...(before.get(table)?.values() ?? [])].filter((row) => row.customer_id === id);
  const named = (kind: string, table: string) =>
    idsOf(table).map((row) => [kind, row.id].join(" "));
  const redemptions = new Set(idsOf("redemptions").map((row) => row.id));
  const sales = new Set(idsOf("transactions").map((row) => row.id));
  const subjects = new Set([
    `customer ${id}`,
    ...named("redemption", "redemptions"),
    ...named("voucher", "vouchers"),
    ...named("booking", "bookings"),
    ...named("transaction", "transactions"),
  ]);
  return (table: string, row: Row): boolean =>
    row.customer_id === id ||
    (table === "customers" && row.id === id) ||
    redemptions.has(row.redemption_id) ||
    sales.has(row.transaction_id) ||
    (table === "audit_entries" && subjects.has(String(row.subject))) ||
    traceOf(index).test(JSON.stringify(row)) ||
    new RegExp(`"id": ?"?${id}\\b`).test(JSON.stringify(row.outcome ?? null));
}

/** Returns the changed or missing rows of other people. Adds to `met` every table with a changed row. */
function changedOfOthers(
  before: Dump,
  after: Dump,
  isTheirs: ReturnType<typeof ownedBy>,
  met: Set<string>,
): string[] {
  // the row of an idempotency key does not name the customer, so its owner is found by the key's outcome
  const outcomes = before.get("idempotency_outcomes") ?? new Map<string, Row>();
  return [...before].flatMap(([table, rows]) =>
    [...rows].flatMap(([key, row]) => {
      if (table === "id_counters") return [];
      if (JSON.stringify(row) === JSON.stringify(after.get(table)?.get(key))) return [];
      met.add(`erased in ${table}`);
      const owner = table === "idempotency_keys" ? outcomes.get(key) : row;
      const theirs = isTheirs(
        table === "idempotency_keys" ? "idempotency_outcomes" : table,
        owner ?? row,
      );
      return theirs ? [] : [`${table}: ${JSON.stringify(row)}`];
    }),
  );
}

function newRows(before: Dump, after: Dump): string[] {
  return [...after].flatMap(([table, rows]) =>
    [...rows.keys()].filter((key) => !before.get(table)?.has(key)).map(() => table),
  );
}

async function anonymize(t: OpenHarness, history: History, facts: HistoryFacts, key: string) {
  const { id } = history.people[facts.victim] as Person;
  const { till, staff } = actingIn(t, history, key);
  if (facts.isByToken) return anonymizeMember(till, id);
  const confirmation = String(id);
  return anonymizeCustomer(staff, { customerId: id, reason: "asked for it", confirmation });
}

async function compare(t: OpenHarness, facts: HistoryFacts, met: Set<string>) {
  const history = await makeHistory(t);
  const { merchant, people } = history;
  for (const step of facts.steps) await take(t, history, step, met);
  const victim = people[facts.victim] as Person;
  const before = await dumpOf(t, merchant);
  const others = [0, 1, 2].filter((index) => index !== facts.victim);
  const tracesOfOthers = others.map((index) => tracesIn(before, index));

  await anonymize(t, history, facts, "anonymize");
  const after = await dumpOf(t, merchant);
  expect(tracesIn(after, facts.victim)).toEqual([]);
  const isTheirs = ownedBy(before, facts.victim, victim);
  expect(changedOfOthers(before, after, isTheirs, met)).toEqual([]);
  expect(others.map((index) => tracesIn(after, index))).toEqual(tracesOfOthers);
  expect(booksOf(after)).toEqual(booksOf(before));
  const kept = facts.isByToken ? ["idempotency_keys", "idempotency_outcomes"] : [];
  expect(newRows(before, after).sort()).toEqual(
    ["audit_entries", ...kept, "security_events"].sort(),
  );
  expect(await runAudit(t.db, merchant.id)).toEqual([]);

  // Anonymizes again: a retry with the same key gets the stored answer, and another call is refused. Neither
  // call writes.
  if (facts.isByToken) await anonymize(t, history, facts, "anonymize");
  const again = await refusalOf(anonymize(t, history, facts, "another key"));
  expect(again.code).toBe(facts.isByToken ? "invalid_data" : "invalid_user");
  const unknown = await refusalOf(getMember(actingIn(t, history, null).till, victim.id));
  expect(unknown.code).toBe("invalid_data");
  const afterwards = await dumpOf(t, merchant);
  expect(newRows(after, afterwards)).toEqual([]);
  expect(changedOfOthers(after, afterwards, () => false, new Set())).toEqual([]);
}

/** The outcomes and other cases that the histories must contain. */
const all = [
  ...stepNames.filter((name) => name !== "tooManyRewards"),
  "tooManyRewards refused",
  ...["audit_entries", "bookings", "customer_identifiers", "customers", "idempotency_keys"],
  ...["idempotency_outcomes", "memberships", "one_time_passwords", "outbox_messages"],
  ...["redemptions", "refusals", "replacement_reviews", "stamp_awards", "stamp_deductions"],
  ...["transaction_items", "transactions", "vouchers"],
].map((kind) =>
  /_|^(bookings|customers|memberships|redemptions|refusals|transactions|vouchers)$/.test(kind)
    ? `erased in ${kind}`
    : kind,
);

testWorlds(
  histories,
  { all, share: 0.25 },
  compare,
  "M14: after any history an anonymized member is gone from all rows, and other rows are unchanged",
);
