import type { CallKey } from "../../foundation/writing/index.ts";
import { prepare } from "../../spending/redeeming/redeem-voucher/redeem-voucher.cases.ts";
import { guessesOfToken, namedBy, type OpenHarness } from "../../testing/index.ts";
import { today } from "../../testing/operation/days.ts";
import { anonymized, memberExists, sameKey } from "../../testing/operation/fact-cases.ts";
import { manyMembers, openOffice } from "../../testing/operation/members.ts";
import { type Parts, type Shop, tested } from "../../testing/operation/tested.ts";
import { type ChangeProfileCall, profileChanges } from "./change-profile.ts";
import type { ProfileChange } from "./profile.rules.ts";
import { notComputed } from "./profile.sql.ts";

type Call = ChangeProfileCall & CallKey;

export const noChange: ProfileChange = {
  ...{ name: null, gender: null, birthday: null, address: null, postalCode: null },
  notes: null,
  ...{ allowNewsletters: null, allowSmsMarketing: null, allowWhatsappMarketing: null },
  ...{ email: null, mobileNumber: null, memberId: null, extraData: null },
};

/** The identifiers of a member whom each shop has. */
const theirs = { email: "theirs@example.com", mobileNumber: "+6281200000777", memberId: "THEIRS" };

/**
 * A merchant with members. A call gives a new member another Member ID, and is computed from the profile.
 * `parts.asked` is the change.
 */
export async function openProfiles(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, member, recorded } = await openOffice(t);
  const { id: merchantId } = merchant;
  const other = await t.given.customer(merchant, theirs);
  await prepare(t, merchant, other.id);
  let cards = 0;
  const call = async (parts: Parts = {}, twin?: Call): Promise<Call> => {
    const { email } = await member(parts, twin);
    const asked = { ...noChange, memberId: `CARD-${++cards}`, ...parts.asked };
    const reading = {
      ...{ ...namedBy(email), ...notComputed, asked, birthday: asked.birthday },
      ...{ mayIdentify: true, ...guessesOfToken(), ...(await recorded()) },
    };
    const place = { merchantId, offsetMs: 0 };
    const [row] = await profileChanges.statement.run(t.db, place, [reading], "wait");
    if (!row || row.isDone) throw new Error("it only reads until it is computed");
    const computed = await profileChanges.complete(t.as(merchant), reading, row.seen);
    return { ...reading, ...computed, ...parts.call };
  };
  return { merchant, call };
}

/** A call for an identifier that another member has. */
const wants = (form: keyof typeof theirs, column: string) => ({
  call: {
    identifiers: [{ form, value: theirs[form], isReserved: false }],
    changes: { [column]: theirs[form] },
  },
});

const nothingNew = { ...noChange, memberId: null };

export const changing = tested({
  operation: profileChanges,
  open: openProfiles,
  cases: {
    memberExists,
    birthdayIsPossible: { call: { birthday: "1899-12-31" } },
    callerMayIdentify: { call: { mayIdentify: false } },
    emailIsPossible: { call: { impossible: "email" } },
    memberIdIsPossible: { call: { impossible: "memberId" } },
    guessesAreLeft: { call: guessesOfToken(9) },
    emailIsFree: wants("email", "email"),
    mobileNumberIsFree: wants("mobileNumber", "mobile_number"),
    memberIdIsFree: wants("memberId", "member_id"),
  },
  onlyWords: ["memberExists"],
  gone: anonymized,
  fine: [
    { call: { birthday: today } },
    { call: { birthday: "1900-01-01" } },
    { customer: { birthday: "1899-12-31" }, call: { birthday: "1899-12-31" } },
    { asked: nothingNew, call: { mayIdentify: false, ...guessesOfToken(9) } },
    { membership: { isBlocked: true, status: 300 }, customer: { isActive: false } },
  ],
  meanwhile: {},
  asSeen: { basis: "name = 'Cici'" },
  shares: {
    customerId: ({ email }) => ({ email }),
    ...sameKey,
  },
  queued: ["customerId"],
  many: async (t) => ({
    ...(await manyMembers(t, ({ id, email }, recorded) => ({
      ...{ ...namedBy(email), ...notComputed, asked: noChange, birthday: null, mayIdentify: true },
      computedFrom: {
        ...{ name: "C", gender: "", address: "", postalCode: "", birthday: null },
        ...{ notes: "", emailIsVerified: false, phoneIsVerified: false },
        ...{ email, mobileNumber: null, memberId: `M${id}`, otherMemberIds: [] },
        ...{ registrationStatus: "Full", extraData: null },
        ...{ allowNewsletters: false, allowSmsMarketing: false, allowWhatsappMarketing: false },
      },
      ...{ changes: { email: `new-${email}` }, hasIdentifiers: true },
      identifiers: [{ form: "email", value: `new-${email}`, isReserved: false }],
      freed: [{ form: "email", value: email }],
      ...{ ...guessesOfToken(), ...recorded },
    }))),
    changes: "customers",
  }),
});
