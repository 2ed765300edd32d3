import type { StampCause } from "./lots.rules.ts";

// What every statement that changes stamps writes. Its rows carry `now`, `day` and `customer_id` from
// `seen`, and `entry_number` as the update of the membership returned it.

/** The day in the zone of the merchant `m`, for a row `c` of `calls`. */
export const merchantDay = "(c.now at time zone m.timezone)::date";

/** The last day of what is given today, by the merchant's setting; null: it never expires. */
export const lastDay = `(${merchantDay} + m.stamps_valid_days)`;

/** Whether no stamps of the membership `ms` may have expired before a day. */
export const isCurrent = (day: string) => `(ms.next_expiry_on < ${day}) is not true`;

/** The values of an entry for a row `s`, in SQL. */
type Entry = {
  readonly cause: StampCause;
  readonly causeId: string;
  readonly delta: string;
  /** Null by default: for entries that take, and for what never expires. */
  readonly expiresOn?: string;
  /** The sale or award that the entry takes back. */
  readonly reversedId?: string;
  /** Which rows have an entry; all by default. */
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
