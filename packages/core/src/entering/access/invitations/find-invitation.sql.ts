import { type Db, now, run, schema, statement } from "@stampbook/db";
import { and, isNull, type SQL, sql } from "drizzle-orm";
import type { CoreDeps } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { checkInvitation, type Invitation } from "./invitation.rules.ts";

const { acceptedAt, revokedAt } = schema.staffInvitations;

/** Whether an invitation was neither accepted nor revoked. It may have expired. */
export const isOpen: SQL | undefined = and(isNull(acceptedAt), isNull(revokedAt));

const p = sql.placeholder;

const bySecret = statement<Invitation | null>(
  "invitation_by_secret",
  {},
  sql`(select json_build_object('id', i.id, 'email', i.email, 'role', i.role, 'stores', i.stores,
      'merchant', json_build_object('id', m.id, 'name', m.name, 'country', m.country, 'timezone', m.timezone, 'currency', m.currency),
      'state', case when i.accepted_at is not null then 'accepted' when i.revoked_at is not null then 'revoked'
        when i.expires_at <= ${now} then 'expired' else 'open' end,
      'isMailed', i.is_mailed,
      'account', (select json_build_object('userId', u.id, 'isConfirmed', u.email_verified,
          'hasAuthenticator', u.two_factor_enabled,
          'worksElsewhere', exists (select 1 from staff_members e
            where e.user_id = u.id and e.merchant_id <> i.merchant_id))
        from staff_users u where u.email = i.email))
    from staff_invitations i join merchants m on m.id = i.merchant_id
    where i.secret_hash = ${p("secretHash")})`,
);

/**
 * Returns the invitation with this hash of a link's secret, or null. Searches the invitations of all
 * merchants, because only the secret identifies the invitation.
 */
function findInvitation(db: Db, secretHash: string, offsetMs: number) {
  return run(db, bySecret, { secretHash, offsetMs });
}

/**
 * Returns the open invitation of a link's secret. Refuses an unknown link, and an invitation that was
 * accepted or revoked or has expired.
 */
export async function getInvitation(deps: CoreDeps, secret: string): Promise<Invitation> {
  const hash = deps.secrets.hashToken(secret);
  const invitation = await findInvitation(deps.db, hash, deps.clockOffsetMs);
  const refusal = checkInvitation(invitation);
  if (refusal) throw new Failure(refusal);
  if (!invitation) throw new TypeError("a checked invitation is there");
  return invitation;
}
