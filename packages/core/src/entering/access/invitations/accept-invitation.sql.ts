import { schema, timeOf } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { onRecord } from "../../../foundation/audit/index.ts";
import type { CoreContext, CoreDeps, Origin } from "../../../foundation/context.ts";
import { Failure, tooBusy } from "../../../foundation/failures.ts";
import type { Secret } from "../../../foundation/secret.ts";
import { mailOwners } from "../staff-mail/mail-owners.ts";
import { getInvitation } from "./find-invitation.sql.ts";
import { checkAccepting, checkNewcomer, type Invitation, needsOf } from "./invitation.rules.ts";

const {
  staffAccounts,
  staffInvitations: invitations,
  staffMembers,
  staffPasskeys,
  staffPins,
  staffSessions,
  staffUsers,
  staffVerifications,
} = schema;

type AcceptInput = {
  readonly secret: string;
  /** `name` and `password` are ignored for a person who joins in the session of their account. */
  readonly name: string;
  readonly password: Secret;
  /** The signed-in person; null if nobody is. */
  readonly sessionUserId: string | null;
};

type Accepted = { readonly email: string; readonly merchantId: number };

/** How often an invitation is judged again, because the account changed while the password was hashed. */
const MOST_TRIES = 3;

/**
 * Accepts an invitation: makes the person a member of the merchant's staff. Makes an account with the name
 * and password if the address has none yet. If the address of an account was never confirmed, a mailed link
 * replaces its name and password, and ends its sessions, PINs and passkeys. Does not sign the person in. If
 * `hasMail`, mails the other owners about a new owner. Refuses an invalid link, a link to another person's
 * account, and an invalid name or password. Throws `overloaded` if the account changes during all three
 * tries.
 */
export async function acceptInvitation(
  deps: CoreDeps & { readonly origin?: Origin; readonly hasMail?: boolean },
  { secret, name, password, sessionUserId }: AcceptInput,
): Promise<Accepted> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const invitation = await getInvitation(deps, secret);
    const { id, merchant, email, role, stores, account } = invitation;
    const { details } = needsOf(invitation);
    const words = [email, merchant.name];
    const refusal =
      checkAccepting(invitation, sessionUserId) ??
      (details ? checkNewcomer({ name, password: password.reveal(), words }) : null);
    if (refusal) throw new Failure(refusal);
    const userId = account?.userId ?? deps.secrets.newRowId();
    // outside of the transaction, because it takes long
    const verifier = details ? await deps.secrets.hashPassword(password.reveal()) : null;
    const person = verifier === null ? null : { name: name.trim(), verifier };
    const caller = { kind: "staff", merchant, userId, role, stores: null } as const;
    const hasJoined = await onRecord(
      { ...deps, caller },
      async (inside) => {
        await lock(inside, invitation);
        const current = await getInvitation(inside, secret);
        if (JSON.stringify(current) !== JSON.stringify(invitation)) return false;
        if (person) await savePerson(inside, invitation, { ...person, userId });
        return join(inside, invitation, { userId, hasMail: deps.hasMail === true });
      },
      (joined) =>
        joined
          ? {
              action: "settings.staff.join",
              event: "staff-joined",
              subject: `invitation ${id}`,
              details: { email, role, stores },
            }
          : null,
    );
    if (hasJoined) return { email, merchantId: merchant.id };
  }
  throw new Failure(tooBusy);
}

const isInvitation = ({ id, merchant }: Invitation) =>
  and(eq(invitations.merchantId, merchant.id), eq(invitations.id, id));

/** Locks the invitation, and the account with its address. */
async function lock({ db: tx }: CoreContext, invitation: Invitation): Promise<void> {
  const { id, email } = staffUsers;
  await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(isInvitation(invitation))
    .for("update");
  await tx.select({ id }).from(staffUsers).where(eq(email, invitation.email)).for("update");
}

/** Makes the person's account, or takes over an unconfirmed one. */
async function savePerson(
  { db: tx, clockOffsetMs, secrets }: CoreContext,
  { email, isMailed, account }: Invitation,
  { userId, name, verifier }: Readonly<Record<"userId" | "name" | "verifier", string>>,
): Promise<void> {
  const updatedAt = new Date(await timeOf(tx, clockOffsetMs));
  if (account) {
    await tx
      .update(staffUsers)
      .set({ name, emailVerified: true, updatedAt })
      .where(eq(staffUsers.id, userId));
    // all earlier ways in end, because somebody else may have made them
    for (const ways of [staffPasskeys, staffPins, staffSessions])
      await tx.delete(ways).where(eq(ways.userId, userId));
    await tx.delete(staffVerifications).where(eq(staffVerifications.value, userId));
  } else await tx.insert(staffUsers).values({ id: userId, name, email, emailVerified: isMailed });
  const { providerId, accountId } = staffAccounts;
  await tx
    .insert(staffAccounts)
    .values({
      id: secrets.newRowId(),
      accountId: userId,
      providerId: "credential",
      userId,
      password: verifier,
    })
    .onConflictDoUpdate({
      target: [providerId, accountId],
      set: { password: verifier, updatedAt },
    });
}

/** Marks the invitation as accepted. Returns false if the person works for the merchant already. */
async function join(
  inside: CoreContext,
  invitation: Invitation,
  { userId, hasMail }: { readonly userId: string; readonly hasMail: boolean },
): Promise<boolean> {
  const { db: tx, clockOffsetMs } = inside;
  const { merchant, role, stores } = invitation;
  const acceptedAt = await timeOf(tx, clockOffsetMs);
  await tx.update(invitations).set({ acceptedAt }).where(isInvitation(invitation));
  const joined = await tx
    .insert(staffMembers)
    .values({ merchantId: merchant.id, userId, role, stores: [...stores] })
    .onConflictDoNothing()
    .returning({ userId: staffMembers.userId });
  if (joined.length === 0) return false;
  if (hasMail && role === "owner") await mailOwners(inside, { ownerId: userId });
  return true;
}
