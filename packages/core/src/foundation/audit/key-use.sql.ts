import { type Db, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";

/** Secret keys with which something in the database was made, each with the number of rows. */
type KeyUse = {
  /** PINs of customers and staff. The ids are those of `keyIds` of the secrets. */
  readonly pins: readonly { readonly keyId: string; readonly rows: number }[];
  /** One-time passwords of customers, also expired ones. The ids are as those of PINs. */
  readonly oneTimePasswords: readonly { readonly keyId: string; readonly rows: number }[];
  /** Authenticators of staff. The ids are those of `keysFor("staff auth")`. */
  readonly authenticators: readonly { readonly keyId: number; readonly rows: number }[];
};

const keyUse = statement<KeyUse>(
  "key_use",
  {
    pin: sql`select substr(verifier, 5, 8) as key_id, count(*) as made
      from (select verifier from pins union all select verifier from staff_pins) each
      where verifier ~ '^pin\\$[0-9a-f]{8}\\$' group by 1`,
    otp: sql`select split_part(mac, '.', 1) as key_id, count(*) as made from one_time_passwords
      group by 1`,
    authenticator: sql`select split_part(secret, '$', 3)::bigint as key_id, count(*) as made
      from staff_two_factors where secret ~ '^\\$ba\\$[0-9]{1,10}\\$' group by 1`,
  },
  sql`json_build_object(
    'pins', (select coalesce(json_agg(json_build_object('keyId', key_id, 'rows', made)
        order by key_id), '[]') from pin),
    'oneTimePasswords', (select coalesce(json_agg(json_build_object('keyId', key_id, 'rows', made)
        order by key_id), '[]') from otp),
    'authenticators', (select coalesce(json_agg(json_build_object('keyId', key_id, 'rows', made)
        order by key_id), '[]') from authenticator))`,
);

/** Returns the secret keys of all PINs, one-time passwords and authenticators. Reads all of them. */
export function readKeyUse(db: Db): Promise<KeyUse> {
  return run(db, keyUse, {});
}
