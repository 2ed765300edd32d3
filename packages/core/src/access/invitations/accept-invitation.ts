import type { CoreDeps, Origin } from "../../context.ts";
import { Failure, tooBusy } from "../../failures.ts";
import type { Secret } from "../../secret.ts";
import { mailOwners } from "../staff-mail/mail-owners.ts";
import { getInvitation } from "./get-invitation.ts";
import { checkAccepting, checkNewcomer, needsOf } from "./invitation.rules.ts";
import { saveAcceptance } from "./invitations.sql.ts";

type AcceptInput = {
  readonly secret: string;
  /** `name` and `password` are ignored for a person who joins in the session of their account. */
  readonly name: string;
  readonly password: Secret;
  /** The signed-in person; null if nobody is. */
  readonly sessionUserId: string | null;
};

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
): Promise<{ readonly email: string; readonly merchantId: number }> {
  for (let tries = 0; tries < 3; tries++) {
    const invitation = await getInvitation(deps, secret);
    const { merchant, email, role, account } = invitation;
    const { details } = needsOf(invitation);
    const words = [email, merchant.name];
    const refusal =
      checkAccepting(invitation, sessionUserId) ??
      (details ? checkNewcomer({ name, password: password.reveal(), words }) : null);
    if (refusal) throw new Failure(refusal);
    const userId = account?.userId ?? deps.secrets.newRowId();
    const caller = { kind: "staff", merchant, userId, role, stores: null } as const;
    const acceptance = {
      way: account ? (details ? "claim" : "join") : "make",
      userId,
      accountId: deps.secrets.newRowId(),
      name: name.trim(),
      verifier: details ? await deps.secrets.hashPassword(password.reveal()) : null,
      sessionUserId,
    } as const;
    const tell = async (db: CoreDeps["db"]) => {
      if (deps.hasMail && role === "owner")
        await mailOwners({ ...deps, db, caller }, { ownerId: userId });
    };
    if (await saveAcceptance({ ...deps, caller }, invitation, acceptance, tell))
      return { email, merchantId: merchant.id };
  }
  throw new Failure(tooBusy);
}
