import type { StampCause } from "./causes.rules.ts";

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
  /** The sale, award or redemption whose stamps the entry takes or gives back. */
  readonly reversedId?: string;
  /** The entry's number. Default: the membership's `entry_number` after the update. */
  readonly number?: string;
  /** Inserts entries only for rows that meet this condition. Default: all rows. */
  readonly where?: string;
};

/** The rows of an entry. */
const rowsOfEntry = (
  rows: string,
  {
    cause,
    causeId,
    delta,
    expiresOn = "null::date",
    reversedId = "null::bigint",
    number = "s.entry_number",
    where = "true",
  }: Entry,
) => `
  select $1::bigint, s.customer_id, '${cause}', ${causeId}, ${delta}, ${number}, s.day, ${expiresOn},
    ${reversedId}, s.now
  from ${rows} s where ${where}`;

/**
 * Returns an INSERT of stamp ledger entries for each row of the CTE `rows`. Several entries of a row have
 * different numbers.
 */
export const insertStampEntries = (rows: string, ...entries: readonly Entry[]) => `
  insert into stamp_entries as e (merchant_id, customer_id, cause, cause_id, delta, number, day,
    expires_on, reversed_id, created_at)${entries.map((entry) => rowsOfEntry(rows, entry)).join("\n  union all")}
  returning e.customer_id`;

/** A change of the stamps that a member owes, in SQL over the row `s` of a CTE. Rows without a change are left out. */
type Debt = { readonly cause: string; readonly causeId: string; readonly delta: string };

/** Returns an INSERT of the changes of debts for each row of the CTE `rows`. */
export const insertStampDebts = (rows: string, ...debts: readonly Debt[]) => `
  insert into stamp_debts as sd (merchant_id, customer_id, cause, cause_id, delta, created_at)${debts
    .map(
      ({ cause, causeId, delta }) => `
  select $1::bigint, s.customer_id, '${cause}', ${causeId}, ${delta}, s.now
  from ${rows} s where ${delta} <> 0`,
    )
    .join("\n  union all")}
  returning sd.customer_id`;
