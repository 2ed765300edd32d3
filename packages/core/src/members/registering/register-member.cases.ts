import { schema } from "@stampbook/db";
import { openFillClient } from "@stampbook/db/testing";
import { eq } from "drizzle-orm";
import type { CallKey } from "../../foundation/writing/index.ts";
import { guessesOfToken, type OpenHarness } from "../../testing/index.ts";
import { today } from "../../testing/operation/days.ts";
import { sameKey, storeCases } from "../../testing/operation/fact-cases.ts";
import { type Many, type Parts, type Shop, tested } from "../../testing/operation/tested.ts";
import { has, manyCustomers, openCounter, taken } from "../adding/add-customer.cases.ts";
import type { Registration } from "../types.ts";
import { type RegistrationCall, registrations } from "./register-member.ts";

type Call = RegistrationCall & CallKey;

/** A registration with no other identifier than the email. */
export const registrationOf = (email: string): Registration => ({
  ...{ name: "Ayu", email, mobileNumber: null, memberId: null, gender: "", notes: "" },
  ...{ address: "", birthday: null, postalCode: "", store: null, password: null, pin: null },
  ...{ isActive: true, referralCode: null, employeeCode: null, newsletters: null },
  ...{ smsMarketing: null, whatsappMarketing: null, method: null, messageTemplate: null },
  extraData: null,
});

const plain = {
  ...{ postalCode: "", isActive: true, emailIsVerified: false, phoneIsVerified: false },
  ...{ allowNewsletters: null, allowSmsMarketing: null, allowWhatsappMarketing: null },
  ...{ registrationStatus: "Full", registrationMethod: null, employeeCode: null },
  ...{ extraData: null, storeId: null, storeCode: null, allowedStores: null },
  ...{ referredBy: null, messageTemplate: null, notices: [], spendings: [] },
  ...{ isPinCommon: false, isIncomplete: false, passwordVerifier: null, pinVerifier: null },
  ...guessesOfToken(),
};

/** A caller who has no guesses left. */
const spent = guessesOfToken(9);

/**
 * A merchant that refuses common PINs. One customer has the identifiers `taken`, the parts `referrer` are the
 * membership of another.
 */
export async function openDesk(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, call: additionOf } = await openCounter(t);
  const { id: merchantId } = merchant;
  const { merchants, attemptCounters } = schema;
  await t.db.update(merchants).set({ pinRefuseCommon: true }).where(eq(merchants.id, merchantId));
  const windowStart = new Date(Date.now() + 3_600_000).toISOString();
  const counted = { subject: spent.guessStore, count: spent.guessMost, windowStart };
  await t.db.insert(attemptCounters).values({ merchantId, ...counted });
  const call = async (parts: Parts = {}): Promise<Call> => {
    const store = await t.given.store(merchant, parts.store);
    if (parts.referrer) await t.given.customer(merchant, {}, parts.referrer);
    const of = { storeId: store.id, storeCode: store.code };
    return { ...(await additionOf()), ...plain, ...of, ...parts.call };
  };
  return { merchant, call };
}

/** Gives referral codes to `manyCustomers`, and returns 64 calls that register more members. */
async function manyMembers(t: OpenHarness): Promise<Many<Call>> {
  const { calls, ...many } = await manyCustomers(t);
  const { merchantId } = many;
  const { id: storeId, code: storeCode } = await t.given.store({
    ...{ id: merchantId, timezone: "UTC", name: "", country: "ID", currency: "IDR" },
  });
  const sql = await openFillClient(t.open.url);
  await sql`insert into memberships (merchant_id, customer_id, level, referral_code)
    select ${merchantId}::bigint, n, 100, 'R' || n from generate_series(1, 8000) n`;
  await sql.end();
  return {
    ...many,
    ...{ scans: 12, small: [...(many.small ?? []), "stores"] },
    calls: calls.map((call, n) => ({
      ...{ ...call, ...plain, storeId, storeCode, pinVerifier: "verifier" },
      referredBy: `R${n * 100 + 1}`,
    })),
  };
}

export const registering = tested({
  operation: registrations,
  open: openDesk,
  cases: {
    birthdayIsPossible: { call: { birthday: "1899-12-31" } },
    ...storeCases,
    guessesAreLeft: { call: spent },
    levelExists: {},
    emailIsFree: { call: has("email", taken.email) },
    mobileNumberIsFree: { call: has("mobileNumber", taken.mobileNumber) },
    memberIdIsFree: { call: has("memberId", taken.memberId) },
    referrerExists: { call: { referredBy: "STRANGER" } },
    pinIsUncommon: { call: { isPinCommon: true } },
  },
  // the referrer has a membership of the level
  ofMerchant: {
    levelExists: `with of as (select $1::bigint as id),
      gone as (delete from memberships m using of where m.merchant_id = of.id)
      delete from levels l using of where l.merchant_id = of.id`,
  },
  // an unknown store is not active either, without a level there is nothing to lock, and the index of
  // identifiers lets no customer in
  onlyWords: ["storeExists", "levelExists", "emailIsFree", "mobileNumberIsFree", "memberIdIsFree"],
  gone: { table: "levels", change: "level = 77" },
  fine: [
    { call: { birthday: "1900-01-01" } },
    { call: { birthday: today } },
    { call: { storeId: null, storeCode: null, allowedStores: [] } },
    { referrer: { referralCode: "FRIEND" }, call: { referredBy: "FRIEND" } },
  ],
  meanwhile: {},
  shares: sameKey,
  many: manyMembers,
});
