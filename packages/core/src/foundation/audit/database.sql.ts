import { type Db, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";

/** The database's version and clock, and its merchants. */
export type DatabaseState = {
  readonly version: string;
  /** The database's clock, as ISO text. */
  readonly now: string;
  readonly merchants: readonly {
    readonly id: number;
    readonly name: string;
    readonly acceptsTokenInMessage: boolean;
    readonly activeStores: number;
    /** Tokens that were used in the last 30 days and are not revoked. */
    readonly tokensInUse: number;
  }[];
};

const databaseState = statement<DatabaseState>(
  "database_state",
  {},
  sql`json_build_object(
    'version', current_setting('server_version'),
    'now', clock_timestamp(),
    'merchants', (select coalesce(json_agg(json_build_object('id', m.id, 'name', m.name,
        'acceptsTokenInMessage', m.accept_token_in_message,
        'activeStores', (select count(*) from stores s where s.merchant_id = m.id and s.is_active),
        'tokensInUse', (select count(*) from api_tokens t where t.merchant_id = m.id
          and t.revoked_at is null and t.last_used_at > clock_timestamp() - interval '30 days'))
        order by m.id), '[]')
      from merchants m))`,
);

/** Returns the database's version and clock, and its merchants. */
export function readDatabase(db: Db): Promise<DatabaseState> {
  return run(db, databaseState, {});
}
