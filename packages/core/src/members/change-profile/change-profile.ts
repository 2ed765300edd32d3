import { isDatabaseError } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { guessInTurn, guessParameters } from "../../entering/access/index.ts";
import { auditOf } from "../../foundation/audit/index.ts";
import { emailKeyOf, storedCode } from "../../foundation/comparing.rules.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure, missingScope, unknownMember } from "../../foundation/failures.ts";
import { kept, keyOf } from "../../foundation/writing/index.ts";
import {
  audit,
  birthday,
  guesses,
  identifiers,
  member,
  merchant,
} from "../../machinery/facts/index.ts";
import { check, lock, operation, send, unless } from "../../machinery/kernel/index.ts";
import {
  type CustomerRef,
  type Identifier,
  type IdentifierEntry,
  identifierForms,
  invalidEmail,
  memberIdForm,
  noticeText,
  readIdentifier,
  takenWords,
  toE164,
} from "../../people/customers/index.ts";
import { findMember } from "../find-member.ts";
import { takenCodes } from "../taken.rules.ts";
import type { Member } from "../types.ts";
import { computeChange } from "./compute-change.ts";
import { NO_BIRTHDAY, type ProfileChange } from "./profile.rules.ts";
import { basis, found, identifies, lacks, notComputed } from "./profile.sql.ts";

const { customers } = member;

const isPossible = (field: string, words: { readonly field: string; readonly message: string }) =>
  check({
    code: "invalid",
    holds: () => sql`c.impossible is distinct from ${sql.raw(`'${field}'`)}`,
    words: () => words,
  });

/**
 * Changes profiles. A call is done if it was computed from the current profile. If another transaction takes a
 * new identifier meanwhile, PostgreSQL or `endsWith` rolls the statement back.
 */
export const profileChanges = operation({
  name: "members.changeProfile",
  statement: "change_profiles",
  call: {},
  sees: [
    merchant.found,
    member.customerFound,
    found,
    birthday.found,
    identifiers.found(sql`u.id`),
    guesses.found,
    audit.found,
  ],
  checks: [
    {
      memberExists: check({
        code: unknownMember.code,
        holds: () => sql`${customers.id} is not null`,
        words: () => unknownMember,
      }),
      birthdayIsPossible: birthday.isPossible(sql`${customers.birthday}`),
      callerMayIdentify: check({
        code: "permission_denied",
        holds: () => sql`c.may_identify or (${identifies}) is not true`,
        words: () => missingScope("members.identity"),
      }),
    },
    unless(sql`${lacks} or not c.has_identifiers`, {
      emailIsPossible: isPossible("email", invalidEmail),
      memberIdIsPossible: isPossible("memberId", { field: "member_id", message: memberIdForm }),
      guessesAreLeft: guesses.areLeft,
      ...identifiers.areFree({ codes: takenCodes, words: takenWords, isGuess: true }),
    }),
  ],
  completes: { lacks, complete: computeChange },
  isRace: isIdentifierTaken,
  once: ["customerId"],
  locks: [
    member.locked,
    lock({
      ...member.customerLocked,
      strength: "no key update",
      asSeen: { basis },
    }),
  ],
  change: (isOwned) => sql`select l.* from locked l where ${isOwned}`,
  writes: {
    written: sql`
  update customers u set (name, email, mobile_number, member_id, other_member_ids, gender, address,
      postal_code, notes, birthday, allow_newsletters, allow_sms_marketing, allow_whatsapp_marketing,
      registration_status, extra_data, email_is_verified, phone_is_verified) =
    (select x.name, x.email, x.mobile_number, x.member_id, x.other_member_ids, x.gender, x.address,
      x.postal_code, x.notes, x.birthday, x.allow_newsletters, x.allow_sms_marketing,
      x.allow_whatsapp_marketing, x.registration_status, x.extra_data,
      x.email_is_verified, x.phone_is_verified
      from json_populate_record(u, c.changes) x)
  from changed s join calls c on c.n = s.n
  where u.merchant_id = $1 and u.id = s.customer_id and c.changes is not null
  returning s.n, s.now, s.customer_id, c.has_identifiers`,
    freed: sql`
  delete from customer_identifiers i
  using written s join calls c on c.n = s.n
  cross join lateral json_to_recordset(c.freed) as f(form text, value text)
  where i.merchant_id = $1 and i.form = f.form and i.value = f.value and i.customer_id = s.customer_id
  returning i.form`,
    claimed: identifiers.claim("written", { renews: true }),
    voided: sql`
  delete from one_time_passwords o using written s
  where o.merchant_id = $1 and o.customer_id = s.customer_id and s.has_identifiers
  returning o.customer_id`,
    entry: audit.entries({
      action: "members.changeProfile",
      rows: "written",
      subject: audit.ofCustomer,
      details: "c.details",
    }),
  },
  arms: sql.raw(noticeText("written")),
  endsWith: identifiers.areClaimed("written"),
  frame: sql<object>`json_build_object()`,
  changed: sql<{ readonly id: number }>`json_build_object('id', s.customer_id)`,
});

/** The outcome of a call or of its replay: the member's id. */
export const keptProfile = kept(profileChanges, ({ changed }) => changed.id);

/** The values that one call sends, without its idempotency key. */
export type ChangeProfileCall = Parameters<typeof profileChanges.refuse>[1];

/**
 * Changes the fields of a member that are not null in `input`, and returns the changed member. A changed
 * email, mobile number or Member ID voids open one-time passwords. If the merchant sends such notices, it
 * also queues a notice to an old address (`prepareNotices`). Throws `invalid_data` for an unknown member,
 * `permission_denied` for a token that changes identifiers without the scope `members.identity`,
 * `invalid_mobile_number`, `invalid` and `too_many_attempts`. Throws `email_already_used`,
 * `mobile_number_already_used` or `member_id_already_used` for an identifier of another member, and counts
 * this as a wrong guess of the caller. Interface 2, section 5.
 */
export async function changeProfile(
  ctx: CoreContext,
  user: Identifier,
  input: ProfileChange,
): Promise<Member> {
  const { caller } = ctx;
  const { country } = caller.merchant;
  const asked = readChange(input, country);
  const ref = readIdentifier(user, identifierForms, country);
  const isCounted = await countMember(ctx, ref);
  const call = {
    ...member.callOf(ctx, user),
    ...{ asked, birthday: asked.birthday === NO_BIRTHDAY ? null : asked.birthday, ...notComputed },
    mayIdentify:
      caller.kind === "staff" ||
      caller.scopes.some((each) => ["*", "members.identity"].includes(each)),
    ...guessParameters(ctx),
    ...(await auditOf(ctx, { subject: "" })),
    ...keyOf(ctx),
  };
  const how = { subjects, recordedAs: null };
  const done = await guessInTurn(ctx, () => send(ctx, profileChanges, call, how));
  return getChangedMember(ctx, keptProfile.read(done), { isCounted });
}

/**
 * Returns a member whom a call has changed, by id. Spends the token's budgets of shown customers, unless
 * `isCounted` is true. Throws `invalid_data` for an unknown id, and `too_many_attempts`.
 */
export function getChangedMember(
  ctx: CoreContext,
  id: number,
  counting: { readonly isCounted?: boolean } = {},
): Promise<Member> {
  const ref = { email: null, memberId: null, mobileNumber: null, firstId: id, id: null };
  return findMember(ctx, ref, counting);
}

/**
 * Spends the token's budgets of shown customers before the change is written, because the response shows the
 * member. Returns false for an unknown member instead of throwing: a retry may use an identifier that the
 * first call has changed.
 */
async function countMember(ctx: CoreContext, ref: CustomerRef): Promise<boolean> {
  try {
    await findMember(ctx, ref);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === unknownMember.code) return false;
    throw error;
  }
}

/** Converts identifiers to stored form. Refuses an invalid number. */
function readChange(input: ProfileChange, country: string): ProfileChange {
  const { email, mobileNumber, memberId } = input;
  const number = mobileNumber === null ? null : toE164(mobileNumber, country);
  if (mobileNumber !== null && number === null)
    throw new Failure({
      code: "invalid_mobile_number",
      message: "Please enter a valid mobile phone number.",
    });
  return {
    ...input,
    email: email === null ? null : emailKeyOf(email),
    memberId: memberId === null ? null : storedCode(memberId),
    mobileNumber: number,
  };
}

/** The member, under the identifier that the request uses, and each new identifier. */
function subjects(call: ChangeProfileCall): readonly string[] {
  const entries = call.identifiers as readonly IdentifierEntry[];
  return [...member.subjects(call), ...entries.map(({ form, value }) => `${form} ${value}`)];
}

/** Whether an error means that another transaction has just taken an identifier that the call wants. */
function isIdentifierTaken(error: unknown): boolean {
  return isDatabaseError(error) && error.code === "23505" && error.message.includes("customers_");
}
