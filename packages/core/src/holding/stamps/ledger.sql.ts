import { oneOf, type Parameters, read, rowsOf, run, schema, statement } from "@stampbook/db";
import { asc, eq, sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import type { StampCause } from "./causes.rules.ts";
import type { Expiry } from "./expiry.rules.ts";
import type { StampEntry } from "./lots.rules.ts";

const { memberships, stampEntries } = schema;
const p = sql.placeholder;

/** A membership's ledger at one moment. */
export type Ledger = {
  /** The balance. */
  readonly stamps: number;
  /** The membership's `entry_number`. Every change of the customer's ledger or sales raises it. */
  readonly entryNumber: number;
  readonly nextExpiryOn: string | null;
  /** Today in the merchant's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  readonly entries: readonly StampEntry[];
};

const ledger = read(
  "read_stamp_ledger",
  (parameter: Parameters<{ readonly customerId: number; readonly offsetMs: number }>) =>
    rowsOf(memberships, { where: [eq(memberships.customerId, parameter("customerId"))] }).one({
      stamps: memberships.stamps,
      entryNumber: memberships.entryNumber,
      nextExpiryOn: memberships.nextExpiryOn,
      today: sql<string>`((statement_timestamp() + ${parameter("offsetMs")}::float8 * interval '1 millisecond')
        at time zone (select timezone from merchants where id = ${memberships.merchantId}))::date`,
      entries: rowsOf(stampEntries, {
        where: [eq(stampEntries.customerId, memberships.customerId)],
        orderBy: [asc(stampEntries.number)],
      }).list({
        number: stampEntries.number,
        cause: oneOf<StampCause>(stampEntries.cause),
        causeId: stampEntries.causeId,
        delta: stampEntries.delta,
        day: stampEntries.day,
        expiresOn: stampEntries.expiresOn,
        reversedId: stampEntries.reversedId,
      }),
    }),
);

/** Reads a customer's ledger; null if the customer has no membership. */
export function readLedger(ctx: CoreContext, customerId: number): Promise<Ledger | null> {
  const merchantId = ctx.caller.merchant.id;
  return run(ctx.db, ledger, { merchantId, customerId, offsetMs: ctx.clockOffsetMs });
}

const writeExpiry = statement<void>(
  "write_stamp_expiry",
  {
    expired: sql`update memberships ms set stamps = ms.stamps - ${p("stamps")}::bigint,
        entry_number = ms.entry_number + (${p("stamps")}::bigint > 0)::int, next_expiry_on = ${p("next")}::text::date
      where ms.merchant_id = ${p("merchantId")}::bigint and ms.customer_id = ${p("customerId")}::bigint
        and ms.entry_number = ${p("entryNumber")}::int
      returning ms.customer_id, ms.entry_number`,
    entry: sql`insert into stamp_entries as e (merchant_id, customer_id, cause, cause_id, delta, number,
        day, created_at)
      select ${p("merchantId")}::bigint, x.customer_id, 'expiry', x.entry_number, -${p("stamps")}::bigint,
        x.entry_number, ${p("today")}::text::date,
        statement_timestamp() + ${p("offsetMs")}::float8 * interval '1 millisecond'
      from expired x where ${p("stamps")}::bigint > 0
      returning e.customer_id`,
  },
  sql`null`,
);

/**
 * Writes off a customer's expired stamps, and stores `next` as the membership's next day of expiry. Changes
 * nothing if the ledger has changed since it was read.
 */
export async function insertExpiry(
  ctx: CoreContext,
  customerId: number,
  { entryNumber, today }: Ledger,
  { stamps, next }: Expiry,
): Promise<void> {
  await run(ctx.db, writeExpiry, {
    ...{ merchantId: ctx.caller.merchant.id, customerId, entryNumber, today, stamps, next },
    offsetMs: ctx.clockOffsetMs,
  });
}
