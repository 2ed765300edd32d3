import type { Merchant, StaffRole } from "../../context.ts";
import type { Refusal } from "../../failures.ts";
import { checkUncommonPassword } from "../../guessable-password.rules.ts";
import { staffPasswordLength } from "../../limits.rules.ts";

/** An invitation, read with its link's secret. */
export type Invitation = {
  readonly id: string;
  readonly merchant: Merchant;
  readonly email: string;
  readonly role: StaffRole;
  readonly stores: readonly number[];
  readonly state: "open" | "accepted" | "revoked" | "expired";
  /** The existing account with this address; null if there is none. */
  readonly knownUserId: string | null;
};

const { shortest, longest } = staffPasswordLength;

const whyEnded: Readonly<Record<Invitation["state"], string | null>> = {
  open: null,
  accepted: "This invitation was accepted already: sign in.",
  revoked: "This invitation was taken back. Ask for a new one.",
  expired: "This invitation is too old. Ask for a new one.",
};

/** Refuses a link that is no longer valid. */
export function checkInvitation(invitation: Invitation | null): Refusal | null {
  const message = invitation ? whyEnded[invitation.state] : "This link opens nothing. Is it whole?";
  return message === null
    ? null
    : { code: "invalid", field: "secret", message, rule: "invitation is open" };
}

/** Refuses a new person without a valid name and password. */
export function checkNewcomer({
  name,
  password,
}: {
  readonly name: string;
  readonly password: string;
}): Refusal | null {
  if (!name.trim()) return { code: "required", field: "name", message: "Please say your name." };
  const { length } = [...password];
  return length >= shortest && length <= longest
    ? checkUncommonPassword(password)
    : {
        code: "weak_password",
        field: "password",
        message: `A password has ${shortest} to ${longest} characters.`,
        rule: "password is long enough",
      };
}

/** Whether staff can have this address: the same addresses that sign-in accepts. */
export function isStaffEmail(email: string): boolean {
  return signInTakes.test(email);
}

const signInTakes =
  /^(?:[a-z0-9_'+-]+\.)*[a-z0-9_'+-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i;

/** Refuses an address that cannot be invited. */
export function checkInvited(email: string, isMember: boolean): Refusal | null {
  if (!isStaffEmail(email))
    return { code: "invalid", field: "email", message: "Please enter a valid email address." };
  return isMember
    ? {
        code: "invalid",
        field: "email",
        message: "Whoever has this address works here already.",
        rule: "members are not invited",
      }
    : null;
}

/** The refusal of an invitation to an address that already got its daily number of mails. */
export const tooManyMails: Refusal = {
  code: "too_many_attempts",
  field: "email",
  message: "This address got too many mails today, try again tomorrow",
  rule: "mails to an address in a day",
  retryAfter: 86_400,
};
