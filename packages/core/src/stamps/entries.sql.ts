import type { StampCause } from "./lots.rules.ts";

// SQL for the ledger entries of every statement that changes stamps. The rows have `now`, `day` and
// `customer_id` from the CTE `seen`, and the `entry_number` that the update of the membership returned.

/** The day in the zone of the merchant `m`, for a row `c` of `calls`. */
export const merchantDay = "(c.now at time zone m.timezone)::date";

/** The last day of stamps that are given today, by the merchant's setting. Null: they never expire. */
export const lastDay = `(${merchantDay} + m.stamps_valid_days)`;

/** False if stamps of the membership `ms` may have expired before the day; else true. */
export const isCurrent = (day: string) => `(ms.next_expiry_on < ${day}) is not true`;

/** The values of an entry for a row `s`, in SQL. */
type Entry = {
  readonly cause: StampCause;
  readonly causeId: string;
  readonly delta: string;
  /** Null by default: for entries that take stamps, and for stamps that never expire. */
  readonly expiresOn?: string;
  /** The sale or award that the entry takes back. */
  readonly reversedId?: string;
  /** The condition for a row to get an entry; by default every row gets one. */
  readonly where?: string;
};

/** Inserts an entry of the stamp ledger for each of `rows`. */
export const insertStampEntries = (
  rows: string,
  { cause, causeId, delta, expiresOn = "null", reversedId = "null", where = "true" }: Entry,
) => `
  insert into stamp_entries as e (merchant_id, customer_id, cause, cause_id, delta, number, day,
    expires_on, reversed_id, created_at)
  select $1, s.customer_id, '${cause}', ${causeId}, ${delta}, s.entry_number, s.day, ${expiresOn},
    ${reversedId}, s.now
  from ${rows} s where ${where}
  returning e.customer_id`;
