import { now, once } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { StampEntry } from "./lots.rules.ts";

const p = sql.placeholder;

/** The ledger of a membership whose stamps may have expired. */
export type DueLedger = {
  /** Today in the merchant's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  readonly entries: readonly StampEntry[];
};

/**
 * Returns SQL that reads a membership's ledger as a `DueLedger`. `ms` is the alias of the membership. The SQL
 * returns null if no stamps can have expired, so that most reads skip the ledger. `spendableStamps` subtracts
 * the expired stamps from the balance of the same read. Reads the parameters `merchantId` and `offsetMs`.
 */
export const dueLedger = (ms: string): SQL<DueLedger | null> => sql`(select json_build_object(
      'today', t.today,
      'entries', (select json_agg(json_build_object('number', e.number, 'cause', e.cause,
          'causeId', e.cause_id, 'delta', e.delta, 'day', e.day, 'expiresOn', e.expires_on,
          'reversedId', e.reversed_id))
        from stamp_entries e
        where e.merchant_id = ${p("merchantId")} and e.customer_id = ${sql.raw(ms)}.customer_id))
    from (select (${once(now)} at time zone m.timezone)::date as today
      from merchants m where m.id = ${p("merchantId")}) t
    where ${sql.raw(ms)}.next_expiry_on < t.today)`;
