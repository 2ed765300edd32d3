import type { CoreContext } from "../../foundation/context.ts";
import { Failure, type Refusal, unknownMember } from "../../foundation/failures.ts";
import { type Identifier, readIdentifier } from "../../people/customers/index.ts";
import { findMember } from "../find-member.ts";
import { getRegisteredMember } from "../get-registered-member.ts";
import { isTaken } from "../taken.rules.ts";
import type { Member } from "../types.ts";
import { registerMember } from "./register-member.ts";

/** The code of the merchant's template for the message to a member who was registered in part. */
const TEMPLATE = "registration";

/** A registration by an email or a mobile number alone, or with a name. */
export type PartialRegistration = {
  /** An email or a mobile number. */
  readonly user: Identifier;
  /** Whether the member gets the merchant's message for new members, if there is one. */
  readonly sendsMessage: boolean;
  readonly employeeCode: string | null;
  /** Without a name, the registration is Partial. */
  readonly name?: string;
};

/**
 * Registers a member by an email or a mobile number, and returns the member. If a member has the
 * address already, returns that member unchanged, and spends the token's budgets of shown customers. A taken
 * address never counts as a guess. Throws `required`, `invalid` and `invalid_mobile_number` for a text that
 * is no address, and `too_many_attempts`. Throws `email_already_used` and `mobile_number_already_used` for an
 * address that is another member's Member ID. Interface 2, section 5.
 */
export async function registerInPart(
  ctx: CoreContext,
  { user, sendsMessage, employeeCode, name = "" }: PartialRegistration,
): Promise<Member> {
  const text = String(user).trim();
  const isEmail = text.includes("@");
  try {
    const { id } = await registerMember(
      ctx,
      {
        ...{ name, email: isEmail ? text : null, mobileNumber: isEmail ? null : text || null },
        ...{ memberId: null, gender: "", address: "", birthday: null, postalCode: "", store: null },
        ...{ notes: "", isActive: true },
        ...{ password: null, pin: null, referralCode: null, employeeCode, newsletters: null },
        ...{ smsMarketing: null, whatsappMarketing: null, method: null, extraData: null },
        messageTemplate: sendsMessage ? TEMPLATE : null,
      },
      { quiet: ["emailIsFree", "mobileNumberIsFree", "memberIdIsFree"] },
    );
    return await getRegisteredMember(ctx, id);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (isTaken(error.refusal)) return findOwner(ctx, user, error.refusal);
    // drops `field`, because the API operation has its own name for the address
    const { field, ...refusal } = error.refusal;
    throw field === "email" ? new Failure(refusal) : error;
  }
}

/**
 * Returns the member who has the address. Throws `taken` if the address is only another form of a member's
 * Member ID.
 */
async function findOwner(ctx: CoreContext, user: Identifier, taken: Refusal): Promise<Member> {
  const { country } = ctx.caller.merchant;
  try {
    return await findMember(ctx, readIdentifier(user, ["email", "mobileNumber"], country));
  } catch (error) {
    if (error instanceof Failure && error.code === unknownMember.code) throw new Failure(taken);
    throw error;
  }
}
