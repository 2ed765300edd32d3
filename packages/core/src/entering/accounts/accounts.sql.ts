import {
  clockArm,
  type Db,
  deleteFrom,
  insertInto,
  now,
  rowsOfPersons,
  run,
  schema,
  statement,
  update,
} from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import type { CoreDeps } from "../../foundation/context.ts";
import { PASSWORD_FRESH_SECONDS, RESET_REQUEST_SECONDS } from "./accounts.rules.ts";

const {
  staffPins: pins,
  staffSessions: sessions,
  staffTwoFactors: factors,
  staffVerifications: verifications,
} = schema;

const p = sql.placeholder;

const seconds = (count: number) => sql.raw(`interval '${count} seconds'`);

const claimStep = statement<boolean>(
  "claim_totp_step",
  {
    claimed: update(factors, { lastUsedStep: p("step") }, [
      eq(factors.id, p("factorId")),
      sql`coalesce(${factors.lastUsedStep}, -1) < ${p("step")}`,
    ]),
  },
  sql`(select to_json(exists (select 1 from claimed)))`,
);

/**
 * Marks an authenticator's code as used, by its 30-second step. Returns false if this step or a later one was
 * used before. Of several calls with one code, only one returns true.
 */
export function claimCode(
  { db }: CoreDeps,
  { factorId, step }: { readonly factorId: string; readonly step: number },
): Promise<boolean> {
  return run(db, claimStep, { factorId, step });
}

const noteCheck = statement<null>(
  "note_password_check",
  {
    clock: clockArm,
    noted: update(sessions, { passwordCheckedAt: sql`(select now from clock)` }, [
      eq(sessions.id, p("sessionId")),
    ]),
  },
  sql`null`,
);

/** Records in the session that the right password was given just now. */
export async function notePasswordCheck(
  { db, clockOffsetMs }: CoreDeps,
  sessionId: string,
): Promise<void> {
  await run(db, noteCheck, { sessionId, offsetMs: clockOffsetMs });
}

const isFresh = statement<boolean>(
  "password_is_fresh",
  {},
  sql`to_json(${rowsOfPersons(sessions, {
    where: [
      eq(sessions.id, p("sessionId")),
      sql`${sessions.passwordCheckedAt} > ${now} - ${seconds(PASSWORD_FRESH_SECONDS)}`,
    ],
  }).exists()})`,
);

/** Whether the password was confirmed in this session in the last five minutes. */
export function hasFreshPassword(
  { db, clockOffsetMs }: CoreDeps,
  sessionId: string,
): Promise<boolean> {
  return run(db, isFresh, { sessionId, offsetMs: clockOffsetMs });
}

const words = statement<readonly string[]>(
  "words_of_person",
  {},
  sql`(select coalesce(json_agg(word), '[]') from (
    select unnest(array[u.name, u.email]) as word from staff_users u where u.id = ${p("userId")}
    union all select m.name from staff_members s join merchants m on m.id = s.merchant_id
      where s.user_id = ${p("userId")}) as known)`,
);

/** A person's name and email, and the names of their merchants, which must not make up a password. */
export function readPasswordWords({ db }: Pick<CoreDeps, "db">, userId: string) {
  return run(db, words, { userId });
}

const endLinks = statement<null>(
  "end_account_links",
  {
    gone: deleteFrom(verifications, [eq(verifications.value, p("userId"))]),
    // the person's PINs at all merchants
    pins: sql`delete from ${pins} where ${eq(pins.userId, p("userId"))}`,
  },
  sql`null`,
);

/**
 * Deletes every PIN, reset link, trusted device and unfinished sign-in of a person. Call it after a new
 * password. Sessions that a PIN opened end too.
 */
export async function endAccountLinks({ db }: CoreDeps, userId: string): Promise<void> {
  await run(db, endLinks, { userId });
}

const REQUEST = "reset request";
/** Another process may work on a request that was not finished within this time. */
const LEASE_SECONDS = 30;

const addRequest = statement<null>(
  "add_reset_request",
  {
    added: insertInto(verifications, {
      id: p("id"),
      identifier: sql`${REQUEST}`,
      value: p("email"),
      expiresAt: sql`${now} + ${seconds(RESET_REQUEST_SECONDS)}`,
      createdAt: now,
      updatedAt: sql`'epoch'`,
    }),
  },
  sql`null`,
);

/**
 * Queues a request for a reset link. Does the same for every address, so that neither the response nor its
 * timing reveals whether the address is known. `workOnResets` sends the mail.
 */
export async function requestReset(deps: CoreDeps, email: string): Promise<void> {
  const { db, secrets, clockOffsetMs: offsetMs } = deps;
  await run(db, addRequest, { id: secrets.newRowId(), email: email.toLowerCase(), offsetMs });
}

/** A request that this process works on. */
type ResetRequest = { readonly id: string; readonly email: string };

const claimRequest = statement<ResetRequest | null>(
  "claim_reset_request",
  {
    claimed: sql`update staff_verifications set updated_at = ${now}
      where id = (select id from staff_verifications
        where identifier = ${REQUEST} and expires_at > ${now}
          and updated_at <= ${now} - ${seconds(LEASE_SECONDS)}
        order by created_at limit 1 for update skip locked)
      returning id, value`,
  },
  sql`(select json_build_object('id', id, 'email', value) from claimed)`,
);

/**
 * Reserves the oldest request that no process works on, for `LEASE_SECONDS`. Null if there is no such
 * request.
 */
export function takeResetRequest(db: Db, offsetMs: number): Promise<ResetRequest | null> {
  return run(db, claimRequest, { offsetMs });
}

const endRequest = statement<null>(
  "end_reset_request",
  { gone: deleteFrom(verifications, [eq(verifications.id, p("id"))]) },
  sql`null`,
);

/** Deletes a request for a reset link, after it was handled. */
export async function deleteResetRequest(db: Db, id: string): Promise<void> {
  await run(db, endRequest, { id });
}
