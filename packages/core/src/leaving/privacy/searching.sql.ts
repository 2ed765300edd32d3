import { now, run, type Statement, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import {
  bookingChanges,
  bookingMessages,
  type Erasure,
  type Search,
  searches,
} from "./personal-columns.sql.ts";

const p = sql.placeholder;

/**
 * The most rows that a search reads in one piece. A merchant has millions of rows, and PostgreSQL ends a
 * statement after 10 seconds (`statementTimeoutMs`).
 */
export const ROWS_AT_ONCE = 5_000;

/** The primary key of a row, without the merchant's id. */
type Key = readonly (string | number)[];
type Piece = { readonly rows: number; readonly last: Key | null; readonly theirs: readonly Key[] };

/**
 * The statements for one table: one reads all rows in pieces, one reads the recent rows, and one erases the
 * rows that were found.
 */
type Searching = {
  readonly name: string;
  readonly first: Key;
  readonly piece: Statement<Piece>;
  readonly recent: Statement<Piece>;
  readonly erase: Statement<null>;
  /** Erases what was written for the found rows while `erase` waited for them. */
  readonly after?: Statement<null>;
};

/**
 * Returns the beginning of an erasing statement, up to its condition: `update … set …` or `delete from …`.
 */
export function changeOf({ table, leaves }: Pick<Erasure, "table" | "leaves">): SQL {
  if (leaves === "nothing") return sql.raw(`delete from ${table}`);
  const columns = Object.entries(leaves).map(([column, value]) => `${column} = ${value}`);
  return sql.raw(`update ${table} set ${columns.join(", ")}`);
}

function searchingOf(
  search: Search,
  arms: (found: SQL) => Readonly<Record<string, SQL>>,
  after?: (found: SQL) => SQL,
) {
  const columns = Object.keys(search.key);
  const list = (part: (column: string) => string) =>
    sql.raw(columns.map((column) => part(column)).join(", "));
  const key = list((column) => `x.${column}`);
  const typed = (document: SQL) =>
    sql.join(
      Object.values(search.key).map(
        (type, index) => sql`(${document} ->> ${sql.raw(String(index))})::${sql.raw(type)}`,
      ),
      sql`, `,
    );
  const read = sql`select ${key}, ${search.rows} as is_theirs from ${sql.raw(search.from)} x
    where x.merchant_id = ${p("merchantId")}`;
  const answer = sql`json_build_object('rows', (select count(*) from piece),
    'last', (select json_build_array(${key}) from piece x order by ${list((column) => `x.${column} desc`)} limit 1),
    'theirs', (select coalesce(json_agg(json_build_array(${key})), '[]') from piece x where is_theirs))`;
  const found = sql`(select ${typed(sql`f`)} from json_array_elements(${p("found")}) f)`;
  return {
    name: search.table,
    first: Object.values(search.key).map((type) => (type === "bigint" ? -1 : "")),
    piece: statement<Piece>(
      `search_${search.from}`,
      {
        piece: sql`${read} and (${key}) > (${typed(sql`${p("after")}::json`)})
          order by ${key} limit ${p("rowsAtOnce")}`,
      },
      answer,
    ),
    recent: statement<Piece>(
      `search_recent_${search.from}`,
      { piece: sql`${read} and ${search.recent}` },
      answer,
    ),
    erase: statement<null>(
      `erase_found_${search.table}`,
      {
        erased: sql`${changeOf(search)} where merchant_id = ${p("merchantId")}
          and (${list((column) => column)}) in ${found}`,
        ...arms(found),
      },
      sql`null`,
    ),
    ...(after && {
      after: statement<null>(`erase_after_${search.table}`, { erased: after(found) }, sql`null`),
    }),
  } satisfies Searching;
}

const none = () => ({});
const searching = {
  bookings: searchingOf(
    searches.bookings,
    (found) => ({
      entries: sql`${changeOf(searches.auditEntries)} where merchant_id = ${p("merchantId")}
      and subject = any (array(select 'booking ' || id from ${found} as found (id)))`,
      changes: sql`${changeOf(bookingChanges)} where merchant_id = ${p("merchantId")}
      and booking_id in ${found}`,
    }),
    (found) => sql`${changeOf(bookingMessages)} where merchant_id = ${p("merchantId")}
      and id in (select m.message_id from booking_messages m
        where m.merchant_id = ${p("merchantId")} and m.booking_id in ${found})`,
  ),
  answers: searchingOf(searches.answers, none),
  auditEntries: searchingOf(searches.auditEntries, none),
  refusals: searchingOf(searches.refusals, none),
};

/** The parameters that a search reads. Returned by `personalParameters`. */
export type SearchParameters = Readonly<Record<string, unknown>>;

/** Reads a table piece by piece. Calls `onFound` with the keys of the customer's rows in each piece. */
async function inPieces(
  { db }: Pick<CoreContext, "db">,
  { piece, first }: Searching,
  parameters: SearchParameters & { readonly rowsAtOnce: number },
  onFound: (theirs: Piece["theirs"]) => Promise<unknown>,
): Promise<void> {
  let after: Key | null = first;
  while (after) {
    const { last, rows, theirs }: Piece = await run(db, piece, {
      ...parameters,
      after: JSON.stringify(after),
    });
    if (theirs.length) await onFound(theirs);
    after = rows < parameters.rowsAtOnce ? null : last;
  }
}

/** Returns the ids of the customer's rows in a table without an index for the customer. */
export async function findIds(
  ctx: CoreContext,
  table: "bookings" | "auditEntries",
  parameters: SearchParameters,
): Promise<number[]> {
  const ids: number[] = [];
  await inPieces(
    ctx,
    searching[table],
    { ...parameters, rowsAtOnce: ROWS_AT_ONCE },
    async (found) => ids.push(...found.map(([id]) => Number(id))),
  );
  return ids;
}

async function eraseFound(
  { db }: Pick<CoreContext, "db">,
  { erase, after }: Searching,
  parameters: SearchParameters,
  theirs: Piece["theirs"],
): Promise<void> {
  const found = JSON.stringify(theirs);
  await run(db, erase, { ...parameters, found });
  if (after) await run(db, after, { ...parameters, found });
}

/** Erases the customer's rows in all tables of `searches`, piece by piece. Each piece is committed. */
export async function eraseInPieces(
  ctx: CoreContext,
  parameters: SearchParameters & { readonly rowsAtOnce: number },
): Promise<void> {
  for (const each of Object.values<Searching>(searching))
    await inPieces(ctx, each, parameters, (theirs) => eraseFound(ctx, each, parameters, theirs));
}

/** Erases the customer's rows that were written after `since`. Call it in a transaction. */
export async function eraseRecent(
  ctx: CoreContext,
  parameters: SearchParameters & { readonly since: string },
): Promise<void> {
  for (const each of Object.values<Searching>(searching)) {
    const { theirs } = await run(ctx.db, each.recent, parameters);
    if (theirs.length) await eraseFound(ctx, each, parameters, theirs);
  }
}

/** Minutes. No statement runs this long, so a search sees all rows that were written longer ago. */
const UNDER_WAY_MINUTES = 5;

const beginning = statement<string>(
  "begin_search",
  {},
  sql`to_json(${now} - ${sql.raw(String(UNDER_WAY_MINUTES))} * interval '1 minute')`,
);

/**
 * Returns the database's time minus `UNDER_WAY_MINUTES`. A search that begins now may miss rows that were
 * written after that time.
 */
export function beginSearch({ db, clockOffsetMs }: CoreContext): Promise<string> {
  return run(db, beginning, { offsetMs: clockOffsetMs });
}
