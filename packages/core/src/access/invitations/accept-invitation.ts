import type { CoreDeps, Origin } from "../../context.ts";
import { Failure, tooBusy } from "../../failures.ts";
import type { Secret } from "../../secret.ts";
import { getInvitation } from "./get-invitation.ts";
import { checkNewcomer } from "./invitation.rules.ts";
import { saveAcceptance } from "./invitations.sql.ts";

export type AcceptInput = {
  readonly secret: string;
  /** `name` and `password` are for a new person. They are ignored for a person with an account. */
  readonly name: string;
  readonly password: Secret;
};

/**
 * Accepts an invitation: makes the person a member of the merchant's staff. Makes an account with the name
 * and password, if the address has no account yet. Does not sign the person in. Refuses an invalid link, and
 * an invalid name or password. Throws `overloaded` if the account changes during all three tries.
 */
export async function acceptInvitation(
  deps: CoreDeps & { readonly origin?: Origin },
  { secret, name, password }: AcceptInput,
): Promise<{ readonly email: string; readonly merchantId: number }> {
  for (let tries = 0; tries < 3; tries++) {
    const invitation = await getInvitation(deps, secret);
    const { merchant, email, role, knownUserId } = invitation;
    const isNew = knownUserId === null;
    const refusal = isNew ? checkNewcomer({ name, password: password.reveal() }) : null;
    if (refusal) throw new Failure(refusal);
    const userId = knownUserId ?? deps.secrets.newRowId();
    const caller = { kind: "staff", merchant, userId, role, stores: null } as const;
    const newcomer = {
      userId,
      accountId: deps.secrets.newRowId(),
      name: name.trim(),
      verifier: isNew ? await deps.secrets.hashPassword(password.reveal()) : null,
    };
    if (await saveAcceptance({ ...deps, caller }, invitation, newcomer))
      return { email, merchantId: merchant.id };
  }
  throw new Failure(tooBusy);
}
