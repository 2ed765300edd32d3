import { type Db, now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreDeps, Merchant, StaffRole } from "../../../foundation/context.ts";
import { type Moved, moved } from "../moved.sql.ts";
import { LONGEST_SESSION_DAYS } from "../roles/staff.rules.ts";

const p = sql.placeholder;

/** The access that a live session gives. */
type SessionGrant = {
  readonly userId: string;
  readonly role: StaffRole;
  readonly stores: readonly number[] | null;
  readonly merchant: Merchant;
  /** Whether the merchant requires a second factor of this role, and the person has no authenticator. */
  readonly lacksSecondFactor: boolean;
  readonly sessionId: string;
  /** Whether a PIN opened the session. */
  readonly isByPin: boolean;
  readonly moved: Moved | null;
};

const longestSession = sql.raw(`interval '${LONGEST_SESSION_DAYS} days'`);

/**
 * True for a session that no PIN opened. For a session that a PIN opened: false if the PIN was replaced or
 * deleted, if the device was revoked, or if the person may no longer act in the device's store.
 */
const isOpenStill = sql`(s.device_id is null or exists (select 1 from staff_devices d
  join staff_pins k on k.merchant_id = d.merchant_id and k.user_id = s.user_id and k.id = s.pin_id
  where d.merchant_id = s.device_merchant_id and d.id = s.device_id and d.revoked_at is null
    and m.merchant_id = d.merchant_id and (m.stores = '{}' or d.store_id = any (m.stores))))`;

const liveSession = statement<SessionGrant | null>(
  "live_session_by_token",
  {},
  sql`(select json_build_object(
      'userId', s.user_id, 'sessionId', s.id, 'isByPin', s.device_id is not null, 'role', m.role, 'stores', nullif(m.stores, '{}'),
      'lacksSecondFactor', m.role = any (x.second_factor_roles) and not u.two_factor_enabled,
      'merchant', json_build_object(
        'id', x.id, 'name', x.name, 'country', x.country, 'timezone', x.timezone,
        'currency', x.currency),
      'moved', ${moved})
    from staff_sessions s
    join staff_users u on u.id = s.user_id
    join staff_members m on m.user_id = s.user_id
    join merchants x on x.id = m.merchant_id
    left join merchant_moves v on v.merchant_id = m.merchant_id and v.state <> 'open'
    where s.token = ${p("token")} and s.expires_at > ${now}
      and s.created_at > ${now} - ${longestSession} and ${isOpenStill}
    order by v.merchant_id is not null, (m.merchant_id = s.active_merchant_id) desc nulls last, m.merchant_id
    limit 1)`,
);

/**
 * Reads the access of a session. Each staff call runs it once. Searches the members of all merchants, because
 * only the session identifies the person. Returns the access at the merchant whose console is open, else at
 * the person's merchant with the lowest id; a merchant that is moved away comes last. Null if no live session has the token.
 */
export function findLiveSession(db: Db, token: string, offsetMs: number) {
  return run(db, liveSession, { token, offsetMs });
}

const person = statement<string | null>(
  "person_of_session",
  {},
  sql`(select to_json(s.user_id) from staff_sessions s where s.token = ${p("token")}
    and s.expires_at > ${now} and s.created_at > ${now} - ${longestSession} and s.device_id is null)`,
);

/**
 * Returns the person who signed in to a live session, even if they work for no merchant. Null for a session
 * that a PIN opened.
 */
export function findSessionPerson(
  { db, clockOffsetMs: offsetMs }: Pick<CoreDeps, "db" | "clockOffsetMs">,
  token: string,
): Promise<string | null> {
  return run(db, person, { token, offsetMs });
}

const sweep = statement<null>(
  "sweep_staff",
  {
    sessions_gone: sql`delete from staff_sessions where expires_at < ${now} - interval '1 day'
      or created_at < ${now} - ${longestSession} - interval '1 day'`,
    verifications_gone: sql`delete from staff_verifications where expires_at < ${now} - interval '1 day'`,
    counters_gone: sql`delete from staff_rate_limits where window_start < ${now} - interval '1 day'`,
  },
  sql`null`,
);

/**
 * Deletes sessions, links and trusted devices that ended more than a day ago, and counters of that age. Such
 * rows no longer have an effect, so the deletion may run at any time.
 */
export async function forgetOldSessions({ db, clockOffsetMs }: CoreDeps): Promise<void> {
  await run(db, sweep, { offsetMs: clockOffsetMs });
}
