import { sql } from "drizzle-orm";
import { guessInTurn, guessParameters } from "../../entering/access/index.ts";
import { auditOf, changesOf } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { kept, keyOf } from "../../foundation/writing/index.ts";
import {
  audit,
  birthday,
  guesses,
  identifiers,
  merchant,
  store,
} from "../../machinery/facts/index.ts";
import { operation, send } from "../../machinery/kernel/index.ts";
import { checkUncommonPin } from "../../people/credentials/index.ts";
import {
  type Identifiers,
  identifierEntries,
  noticeText,
  readContacts,
  toE164,
} from "../../people/customers/index.ts";
import { readStoreRef } from "../../running/merchants/index.ts";
import { makeIds, type NewIds } from "../adding/make-ids.ts";
import * as newCustomer from "../adding/new-customer.sql.ts";
import { takenCodes } from "../taken.rules.ts";
import type { Registration } from "../types.ts";
import { prepareWelcome, type Welcome } from "./prepare-welcome.ts";
import { refuseInput } from "./refuse-input.ts";
import { noLevel, takenWords } from "./register-member.rules.ts";
import * as registration from "./registration.sql.ts";

/** Registers members. The membership is active, empty and of the lowest level. */
export const registrations = operation({
  name: "members.register",
  statement: "register_members",
  call: {},
  sees: [merchant.found, ...registration.found, guesses.found, audit.found],
  checks: [
    { birthdayIsPossible: birthday.isPossible() },
    store.checksIfNamed,
    {
      guessesAreLeft: guesses.areLeft,
      levelExists: newCustomer.levelExists(noLevel),
      ...identifiers.areFree({ codes: takenCodes, words: takenWords, isGuess: true }),
      referrerExists: registration.referrerExists,
      pinIsUncommon: registration.pinIsUncommon,
    },
  ],
  completes: { lacks: registration.lacks },
  once: [],
  locks: [newCustomer.levelLocked],
  takes: (isOwned) => ({ added: newCustomer.insert(isOwned, registration.columns) }),
  change: () => newCustomer.added,
  writes: {
    ...newCustomer.writes,
    ...registration.secrets,
    entry: audit.entries({ action: "members.register", details: newCustomer.details }),
  },
  arms: sql.raw(noticeText("changed")),
  endsWith: identifiers.areClaimed("changed"),
  frame: sql<object>`json_build_object()`,
  changed: newCustomer.changed,
});

/** The outcome of a call or of its replay: the member's id. */
export const keptRegistration = kept(registrations, ({ changed }) => changed.id);

/** The values that one call sends, without its idempotency key. */
export type RegistrationCall = Parameters<typeof registrations.refuse>[1];

type Check = keyof typeof registrations.checks;

/**
 * Registers a member with the lowest level, and returns the id. Makes a Member ID if the input has none.
 * Throws `permission_denied` for a password, a PIN or a verified flag without its scope, `required`, `invalid`,
 * `invalid_mobile_number`, `invalid_store`, `email_already_used`, `mobile_number_already_used` and
 * `member_id_already_used`. The last three count as wrong guesses of the caller, unless their checks are
 * `quiet`. Throws `too_many_attempts` after too many guesses. Interface 2, section 5.
 */
export async function registerMember(
  ctx: CoreContext,
  input: Registration,
  { quiet = [] }: { readonly quiet?: readonly Check[] } = {},
): Promise<{ readonly id: number }> {
  const refusal = refuseInput(ctx.caller, input);
  if (refusal) throw new Failure(refusal);
  const contacts = contactsOf(ctx, input);
  const wanted = { ...input, ...contacts };
  let made: Made = {
    customer: await ctx.ids.take(ctx.caller.merchant.id, "customers"),
    ...{ memberId: contacts.memberId, passwordVerifier: null, pinVerifier: null, message: null },
  };
  const call = { ...(await callOf(ctx, wanted)), ...madeColumns(ctx, wanted, made) };
  const how = {
    ...{ subjects: newCustomer.subjects, recordedAs: null, quiet },
    complete: async (sent: RegistrationCall, seen: Seen) => {
      const ids = await makeIds(ctx, seen, made);
      if (ids === made && !isIncomplete(input, made)) return null;
      const { customer, memberId } = ids;
      const message = prepareWelcome(ctx, seen, { customer, ...contacts });
      made = { customer, memberId, message, ...(await verifiersOf(ctx, input, customer)) };
      return { ...sent, ...madeColumns(ctx, wanted, made) };
    },
  };
  const { changed } = await guessInTurn(ctx, () => send(ctx, registrations, call, how));
  return changed;
}

/** The parts of a registration that the service makes. */
type Made = NewIds & {
  readonly passwordVerifier: string | null;
  readonly pinVerifier: string | null;
  /** The message to the member, and the budgets that it spends. Null until it is prepared. */
  readonly message: Welcome | null;
};

type Seen = Parameters<typeof registrations.refuse>[0];
type Wanted = Registration & Identifiers;

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

/** The columns of a call that do not depend on what is made for it. */
async function callOf(ctx: CoreContext, wanted: Wanted) {
  const { name, email, mobileNumber, otherMemberIds, gender, birthday, store, pin } = wanted;
  return {
    ...(await auditOf(ctx, { subject: "" })),
    ...{ name, email, mobileNumber, otherMemberIds, gender, birthday },
    namesMemberId: wanted.memberId !== null,
    ...{ postalAddress: wanted.address, postalCode: wanted.postalCode },
    ...{ notes: wanted.notes, isActive: wanted.isActive, ...verifiedOf(wanted) },
    registrationStatus: name === "" ? "Partial" : "Full",
    ...{ registrationMethod: wanted.method, employeeCode: wanted.employeeCode },
    extraData: wanted.extraData,
    ...(store === null ? { storeId: null, storeCode: null } : readStoreRef(store)),
    ...{ allowedStores: ctx.caller.stores, referredBy: wanted.referralCode },
    referralCode: ctx.secrets.newVoucherCode(),
    allowNewsletters: wanted.newsletters,
    allowSmsMarketing: wanted.smsMarketing,
    allowWhatsappMarketing: wanted.whatsappMarketing,
    isPinCommon: pin !== null && checkUncommonPin(pin.reveal(), birthday) !== null,
    messageTemplate: wanted.messageTemplate,
    ...guessParameters(ctx),
    ...keyOf(ctx),
  };
}

const verifiedOf = ({ email, mobileNumber, emailIsVerified, phoneIsVerified }: Wanted) => ({
  emailIsVerified: email !== null && emailIsVerified === true,
  phoneIsVerified: mobileNumber !== null && phoneIsVerified === true,
});

/** The columns of a call that depend on what is made for it. */
function madeColumns({ caller }: CoreContext, wanted: Wanted, made: Made) {
  const { country } = caller.merchant;
  const { customer, memberId, passwordVerifier, pinVerifier } = made;
  const { name, email, mobileNumber, otherMemberIds, gender, birthday, address } = wanted;
  const { emailIsVerified, phoneIsVerified } = verifiedOf(wanted);
  return {
    ...{ customer, memberId, idAsNumber: toE164(String(customer), country) },
    subject: `customer ${customer}`,
    identifiers: identifierEntries({ email, mobileNumber, memberId, otherMemberIds }, country),
    details: changesOf(null, {
      ...{ name, email, mobileNumber, memberId, gender, birthday, address, otherMemberIds },
      ...{ notes: wanted.notes || null, isActive: wanted.isActive ? null : false },
      ...(emailIsVerified && { emailIsVerified }),
      ...(phoneIsVerified && { phoneIsVerified }),
    }),
    ...{ passwordVerifier, pinVerifier, ...(made.message ?? { notices: [], spendings: [] }) },
    isIncomplete: isIncomplete(wanted, made),
  };
}
