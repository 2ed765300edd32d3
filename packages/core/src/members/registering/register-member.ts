import { allows, countGuess, guessInTurn, guessParameters } from "../../entering/access/index.ts";
import { auditOf, changesOf } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure, firstRefusal, missingScope, type Refusal } from "../../foundation/failures.ts";
import { checkPasswordWords } from "../../foundation/guessable-password.rules.ts";
import type { Secret } from "../../foundation/secret.ts";
import { again, keyOf } from "../../foundation/writing/index.ts";
import {
  type Identifiers,
  identifierEntries,
  makeIds,
  type NewIds,
  readContacts,
  refuseFields,
  refuseMemberId,
  type TakenIdentifier,
  takenByOthers,
  toE164,
} from "../../people/customers/index.ts";
import { readStoreRef } from "../../running/merchants/index.ts";
import { isTaken } from "../taken.rules.ts";
import type { Registration } from "../types.ts";
import { prepareWelcome, type Welcome } from "./prepare-welcome.ts";
import { checkContacts, refuseRegistration } from "./register-member.rules.ts";
import { operation, type RegistrationCall, registrations } from "./register-members.sql.ts";

/**
 * Registers a member with the lowest level, and returns the id. Makes a Member ID if the input has none.
 * Throws `permission_denied` for a password, a PIN or a verified flag without its scope, `required`, `invalid`,
 * `invalid_mobile_number`, `invalid_store`, `email_already_used`, `mobile_number_already_used` and
 * `member_id_already_used`. `isGuess` selects the refusals that count as wrong guesses of the caller, by
 * default the last three. Throws `too_many_attempts` after too many guesses. Interface 2, section 5.
 */
export async function registerMember(
  ctx: CoreContext,
  input: Registration,
  { isGuess = isTaken }: { readonly isGuess?: (refusal: Refusal) => boolean } = {},
): Promise<{ readonly id: number }> {
  const refusal = refuseInput(ctx, input);
  if (refusal) throw new Failure(refusal);
  const { merchant } = ctx.caller;
  const contacts = contactsOf(ctx, input);
  const wanted = { ...input, ...contacts };
  const entries = identifierEntries(contacts, merchant.country);
  let made: Made = {
    customer: await ctx.ids.take(merchant.id, "customers"),
    ...{ memberId: contacts.memberId, passwordVerifier: null, pinVerifier: null, message: null },
  };
  const { changed } = await guessInTurn(ctx, async () =>
    again(ctx, {
      operation: { name: operation, statement: registrations, subjects },
      call: await callOf(ctx, wanted, made),
      refuse: (seen) => {
        const taken = takenByOthers(seen.taken, made, input.memberId);
        return refuseRegistration({ ...seen, taken }, ctx.caller, input, entries);
      },
      complete: async (_, seen) => {
        const others = takenByOthers(seen.taken, made, input.memberId);
        const isMadeTaken = others.length < seen.taken.length;
        const ids = await makeIds(ctx, { ...seen, isMadeTaken }, made);
        if (ids === made && !isIncomplete(input, made)) return null;
        const { customer, memberId } = ids;
        const message = prepareWelcome(ctx, seen, { customer, ...contacts });
        made = { customer, memberId, message, ...(await verifiersOf(ctx, input, customer)) };
        return callOf(ctx, wanted, made);
      },
      record: async (_, refused) => {
        if (isGuess(refused)) await countGuess(ctx);
      },
    }),
  );
  return changed;
}

/** The parts of a registration that the service makes. */
type Made = NewIds & {
  readonly passwordVerifier: string | null;
  readonly pinVerifier: string | null;
  /** The message to the member, and the budgets that it spends. Null until it is prepared. */
  readonly message: Welcome | null;
};

type Wanted = Registration & Identifiers;

const subjects = ({ identifiers }: RegistrationCall) =>
  (identifiers as readonly TakenIdentifier[]).map(({ form, value }) => `${form} ${value}`);

function refuseInput({ caller }: CoreContext, input: Registration): Refusal | null {
  const mayNot = (scope: "password" | "pin" | "members.identity"): Refusal | null =>
    caller.kind === "token" && !allows(caller.scopes, scope) ? missingScope(scope) : null;
  return firstRefusal(
    input.password ? mayNot("password") : null,
    input.pin ? mayNot("pin") : null,
    input.emailIsVerified || input.phoneIsVerified ? mayNot("members.identity") : null,
    checkContacts(input),
    refuseFields(
      { name: input.name, email: input.email?.trim() || null },
      { name: "", email: null },
    ),
    input.memberId === null ? null : refuseMemberId(input.memberId),
    input.password &&
      refusePassword(input.password, [
        ...[input.name, input.email, input.mobileNumber, input.memberId],
        caller.merchant.name,
      ]),
  );
}

function refusePassword(password: Secret, words: readonly (string | null)[]): Refusal | null {
  const refusal = checkPasswordWords(password.reveal(), words);
  return refusal && { ...refusal, field: "password" };
}

/**
 * Returns the contacts in stored form. Drops `field` from the refusal of an invalid number, because the API
 * operation has its own name for the field.
 */
function contactsOf(ctx: CoreContext, input: Registration): Identifiers {
  try {
    return readContacts(ctx, input);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { field: _, ...refusal } = error.refusal;
    throw new Failure(refusal);
  }
}

const isIncomplete = (
  { password, pin, messageTemplate }: Registration,
  { passwordVerifier, pinVerifier, message }: Made,
): boolean =>
  (password !== null && passwordVerifier === null) ||
  (pin !== null && pinVerifier === null) ||
  (messageTemplate !== null && message === null);

/** Hashes the password and the PIN. The hash of a PIN depends on the customer's id. */
async function verifiersOf(
  { caller, secrets }: CoreContext,
  input: Registration,
  customer: number,
) {
  const owner = { merchantId: caller.merchant.id, customerId: customer };
  const { password, pin } = input;
  const [passwordVerifier, pinVerifier] = await Promise.all([
    password && secrets.hashPassword(password.reveal(), "refusable"),
    pin && secrets.hashPin(owner, pin.reveal(), "refusable"),
  ]);
  return { passwordVerifier, pinVerifier };
}

async function callOf(ctx: CoreContext, wanted: Wanted, made: Made): Promise<RegistrationCall> {
  const { caller, secrets } = ctx;
  const { country } = caller.merchant;
  const { customer, memberId, passwordVerifier, pinVerifier } = made;
  const fields = { ...wanted, memberId };
  const { name, email, mobileNumber, otherMemberIds, gender, birthday, store } = fields;
  const { newsletters, smsMarketing, whatsappMarketing } = fields;
  const changes = { name, email, mobileNumber, memberId, gender, birthday };
  const verified = {
    emailIsVerified: email !== null && fields.emailIsVerified === true,
    phoneIsVerified: mobileNumber !== null && fields.phoneIsVerified === true,
  };
  return {
    ...(await auditOf(ctx, { subject: `customer ${customer}` })),
    ...{ customer, idAsNumber: toE164(String(customer), country), ...changes, otherMemberIds },
    ...{ postalAddress: fields.address, postalCode: fields.postalCode },
    ...{ notes: fields.notes, isActive: fields.isActive, ...verified },
    identifiers: identifierEntries(fields, country).map(({ form, value, isReserved }) => ({
      ...{ form, value, isReserved },
    })),
    details: changesOf(null, {
      ...{ ...changes, address: fields.address, otherMemberIds },
      ...{ notes: fields.notes || null, isActive: fields.isActive ? null : false },
      ...(verified.emailIsVerified && { emailIsVerified: true }),
      ...(verified.phoneIsVerified && { phoneIsVerified: true }),
    }),
    registrationStatus: name === "" ? "Partial" : "Full",
    ...{ registrationMethod: fields.method, employeeCode: fields.employeeCode },
    ...{ extraData: fields.extraData, hasStore: store !== null, ...readStoreRef(store ?? "") },
    ...{ allowedStores: caller.stores, referredBy: fields.referralCode },
    referralCode: secrets.newVoucherCode(),
    ...{ allowNewsletters: newsletters, allowSmsMarketing: smsMarketing },
    ...{ allowWhatsappMarketing: whatsappMarketing, passwordVerifier, pinVerifier },
    messageTemplate: wanted.messageTemplate,
    ...(made.message ?? { notices: [], spendings: [] }),
    isIncomplete: isIncomplete(wanted, made),
    ...guessParameters(ctx),
    ...keyOf(ctx),
  };
}
