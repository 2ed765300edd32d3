import { type Db, now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreDeps } from "../../../foundation/context.ts";

const p = sql.placeholder;

const placeOfWork = statement<number | null>(
  "find_workplace",
  {},
  sql`(select to_json(min(merchant_id)) from staff_members where user_id = ${p("userId")})`,
);

/** Returns the lowest id of the merchants that the person works for. Null if they work for no merchant. */
export function findWorkplace(db: Db, userId: string): Promise<number | null> {
  return run(db, placeOfWork, { userId });
}

const invited = statement<boolean>(
  "has_open_invitation",
  {},
  sql`to_json(exists (select 1 from staff_users u join staff_invitations i on i.email = u.email
    where u.id = ${p("userId")} and i.accepted_at is null and i.revoked_at is null
      and i.expires_at > ${now}))`,
);

/** Whether a merchant has invited the person, and the invitation is open. */
function hasOpenInvitation(db: Db, userId: string, offsetMs: number): Promise<boolean> {
  return run(db, invited, { userId, offsetMs });
}

/**
 * Whether the person may sign in: they work for a merchant, or are invited by one, and must accept the
 * invitation in a session of their own.
 */
export async function maySignIn(deps: CoreDeps, userId: string): Promise<boolean> {
  if ((await findWorkplace(deps.db, userId)) !== null) return true;
  return hasOpenInvitation(deps.db, userId, deps.clockOffsetMs);
}
