import type { StampCause } from "./lots.rules.ts";

// SQL for the ledger entries of the batch statements that change stamps. The CTE `rows` has a row for each
// entry: `now`, `day` and `customer_id` from the CTE `seen`, and `entry_number` from the update of the
// membership. The statements that write off expired stamps insert their entries themselves.

/** The current day of the call `c`, in the zone of the merchant `m`. */
export const merchantDay = "(c.now at time zone m.timezone)::date";

/** The last day of stamps that are given today, by the merchant's setting. Null if stamps never expire. */
export const lastDay = `(${merchantDay} + m.stamps_valid_days)`;

/** Returns an SQL condition: no stamps of the membership `ms` can have expired before `day`. */
export const isCurrent = (day: string) => `(ms.next_expiry_on < ${day}) is not true`;

/** The values of an entry, in SQL over the row `s` of a CTE. */
type Entry = {
  readonly cause: StampCause;
  readonly causeId: string;
  readonly delta: string;
  /**
   * The last day of the stamps that the entry gives. Default: null, for entries that take stamps, for stamps
   * that a canceled redemption returns, and for stamps that never expire.
   */
  readonly expiresOn?: string;
  /** The sale or award that the entry takes back. */
  readonly reversedId?: string;
  /** Inserts entries only for rows that meet this condition. Default: all rows. */
  readonly where?: string;
};

/** Returns an INSERT of a stamp ledger entry for each row of the CTE `rows`. */
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
