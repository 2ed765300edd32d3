import { lengthOfPassword } from "../../../foundation/comparing.rules.ts";
import type { Merchant, StaffRole } from "../../../foundation/context.ts";
import type { Refusal } from "../../../foundation/failures.ts";
import {
  checkPasswordWords,
  checkUncommonPassword,
} from "../../../foundation/guessable-password.rules.ts";
import { staffPasswordLength } from "../../../foundation/limits.rules.ts";

/** An invitation, found by the secret in its link. */
export type Invitation = {
  readonly id: string;
  readonly merchant: Merchant;
  readonly email: string;
  readonly role: StaffRole;
  readonly stores: readonly number[];
  readonly state: "open" | "accepted" | "revoked" | "expired";
  /** Whether only a mail to the address has the link. */
  readonly isMailed: boolean;
  /** The account with this address. Null if no account has the address. */
  readonly account: {
    readonly userId: string;
    /** Whether the person has shown that they read the mails to the address. */
    readonly isConfirmed: boolean;
    readonly hasAuthenticator: boolean;
    /** Whether the person works for another merchant. */
    readonly worksElsewhere: boolean;
  } | null;
};

/**
 * What a person must do to accept an invitation: choose a name and password, and sign in to their account.
 *
 * The account with the address may belong to somebody else, if its address was never confirmed. So whoever has
 * a mailed link to such an account chooses a new password, which ends all earlier ways in. A link that was not
 * mailed proves nothing: it only works in the account's own session.
 */
export function needsOf({ account, isMailed }: Pick<Invitation, "account" | "isMailed">): {
  readonly details: boolean;
  readonly session: boolean;
} {
  if (!account) return { details: true, session: false };
  const isClaimed = !account.isConfirmed && isMailed;
  return { details: isClaimed, session: !isClaimed || account.hasAuthenticator };
}

/**
 * Refuses to accept an invitation outside of the session of the account, and an unconfirmed account that would
 * join a second merchant by a link that was not mailed. `userId` is the signed-in person, if any.
 */
export function checkAccepting(
  invitation: Pick<Invitation, "account" | "isMailed" | "email">,
  userId: string | null,
): Refusal | null {
  const { account, isMailed, email } = invitation;
  if (!account) return null;
  if (needsOf(invitation).session && userId !== account.userId)
    return {
      code: "permission_denied",
      message: `Sign in as ${email} first, then accept the invitation.`,
      rule: "an invitation is accepted in the account's own session",
    };
  if (account.isConfirmed || isMailed || !account.worksElsewhere) return null;
  return {
    code: "invalid",
    field: "secret",
    message:
      "Your email address was never confirmed, so you cannot join a second merchant. Ask for an invitation by mail, or ask the operator to confirm your address.",
    rule: "who joins a second merchant has a confirmed address",
  };
}

const { shortest, longest } = staffPasswordLength;

const endedMessages: Readonly<Record<Invitation["state"], string | null>> = {
  open: null,
  accepted: "This invitation was already accepted. Sign in.",
  revoked: "This invitation was revoked. Ask for a new one.",
  expired: "This invitation has expired. Ask for a new one.",
};

/** The message for a link without an invitation. */
export const unknownLink = "This link is not valid. Check that it is complete.";

/** Refuses an unknown link (`invitation` is null), and an invitation that is not open. */
export function checkInvitation(invitation: Invitation | null): Refusal | null {
  const message = invitation ? endedMessages[invitation.state] : unknownLink;
  return message === null
    ? null
    : { code: "invalid", field: "secret", message, rule: "invitation is open" };
}

/** Refuses a new person without a valid name and password. `words` must not make up the password. */
export function checkNewcomer({
  name,
  password,
  words,
}: {
  readonly name: string;
  readonly password: string;
  readonly words: readonly string[];
}): Refusal | null {
  if (!name.trim()) return { code: "required", field: "name", message: "Please say your name." };
  const length = lengthOfPassword(password);
  return length >= shortest && length <= longest
    ? (checkUncommonPassword(password) ?? checkPasswordWords(password, [name, ...words]))
    : {
        code: "weak_password",
        field: "password",
        message: `A password has ${shortest} to ${longest} characters.`,
        rule: "password is long enough",
      };
}

/** Whether the text is an email address that sign-in accepts. */
export function isStaffEmail(email: string): boolean {
  return staffEmail.test(email);
}

const staffEmail =
  /^(?:[a-z0-9_'+-]+\.)*[a-z0-9_'+-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i;

/** Refuses an invalid address, and an address of a person who already works for the merchant. */
export function checkInvited(email: string, isMember: boolean): Refusal | null {
  if (!isStaffEmail(email))
    return { code: "invalid", field: "email", message: "Please enter a valid email address." };
  return isMember
    ? {
        code: "invalid",
        field: "email",
        message: "A person with this address already works here.",
        rule: "members are not invited",
      }
    : null;
}

/** The refusal of an invitation to an address that already got its daily number of mails. */
export const tooManyMails: Refusal = {
  code: "too_many_attempts",
  field: "email",
  message: "Too many emails were sent to this address today. Try again tomorrow.",
  rule: "mails to an address in a day",
  retryAfter: 86_400,
};
