import { type Db, now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { PASSWORD_FRESH_SECONDS, RESET_REQUEST_SECONDS } from "./accounts.rules.ts";

const p = sql.placeholder;

const claimStep = statement<boolean>(
  "claim_totp_step",
  {
    claimed: sql`update staff_two_factors set last_used_step = ${p("step")}::bigint
      where id = ${p("factorId")}::text and coalesce(last_used_step, -1) < ${p("step")}::bigint
      returning 1`,
  },
  sql`(select to_json(exists (select 1 from claimed)))`,
);

/** Marks a step of an authenticator as used. Returns false if it or a later one was used before. */
export function claimTotpStep(db: Db, factorId: string, step: number): Promise<boolean> {
  return run(db, claimStep, { factorId, step });
}

const noteCheck = statement<null>(
  "note_password_check",
  {
    noted: sql`update staff_sessions set password_checked_at = ${now} where id = ${p("sessionId")}::text`,
  },
  sql`null::json`,
);

/** Records in a session that its person has just given the right password. */
export async function markPasswordChecked(
  db: Db,
  sessionId: string,
  offsetMs: number,
): Promise<void> {
  await run(db, noteCheck, { sessionId, offsetMs });
}

const isFresh = statement<boolean>(
  "password_is_fresh",
  {},
  sql`(select to_json(exists (select 1 from staff_sessions where id = ${p("sessionId")}::text
    and password_checked_at > ${now} - ${sql.raw(String(PASSWORD_FRESH_SECONDS))} * interval '1 second')))`,
);

/** Whether the password was recently confirmed in this session. */
export function readPasswordCheck(db: Db, sessionId: string, offsetMs: number): Promise<boolean> {
  return run(db, isFresh, { sessionId, offsetMs });
}

const endLinks = statement<null>(
  "end_account_links",
  { gone: sql`delete from staff_verifications where value = ${p("userId")}::text` },
  sql`null::json`,
);

/** Deletes a person's reset links, trusted devices and sign-ins that wait for a second factor. */
export async function deleteLinks(db: Db, userId: string): Promise<void> {
  await run(db, endLinks, { userId });
}

const REQUEST = "reset request";
/** Another process may take over a request after this time. */
const LEASE_SECONDS = 30;

const addRequest = statement<null>(
  "add_reset_request",
  {
    added: sql`insert into staff_verifications (id, identifier, value, expires_at, created_at, updated_at)
      values (${p("id")}::text, ${REQUEST}, ${p("email")}::text,
        ${now} + ${sql.raw(String(RESET_REQUEST_SECONDS))} * interval '1 second', ${now}, 'epoch')`,
  },
  sql`null::json`,
);

/** Queues a request for a reset link, for known and unknown addresses alike. */
export async function insertResetRequest(
  db: Db,
  values: { readonly id: string; readonly email: string; readonly offsetMs: number },
): Promise<void> {
  await run(db, addRequest, values);
}

/** A request that this process works on. */
export type ResetRequest = { readonly id: string; readonly email: string };

const claimRequest = statement<ResetRequest | null>(
  "claim_reset_request",
  {
    claimed: sql`update staff_verifications set updated_at = ${now}
      where id = (select id from staff_verifications
        where identifier = ${REQUEST} and expires_at > ${now}
          and updated_at <= ${now} - ${sql.raw(String(LEASE_SECONDS))} * interval '1 second'
        order by created_at limit 1 for update skip locked)
      returning id, value`,
  },
  sql`(select json_build_object('id', id, 'email', value) from claimed)`,
);

/** The oldest request that no process works on; null if there is none. */
export function takeResetRequest(db: Db, offsetMs: number): Promise<ResetRequest | null> {
  return run(db, claimRequest, { offsetMs });
}

const endRequest = statement<null>(
  "end_reset_request",
  { gone: sql`delete from staff_verifications where id = ${p("id")}::text` },
  sql`null::json`,
);

/** Deletes a finished request. */
export async function deleteResetRequest(db: Db, id: string): Promise<void> {
  await run(db, endRequest, { id });
}
