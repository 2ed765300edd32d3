import { insertInto, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { merchant, message, store } from "../../machinery/facts/index.ts";
import { check, fact, from, merchantId, rowOf } from "../../machinery/kernel/index.ts";
import { commonPin } from "../../people/credentials/index.ts";
import { noticeColumns } from "../../people/customers/index.ts";
import * as newCustomer from "../adding/new-customer.sql.ts";
import { unknownReferrer } from "./register-member.rules.ts";

const { memberships, passwords, pins } = schema;
const { merchants } = merchant;
const r = alias(memberships, "r");

const call = {
  postalCode: "text",
  isActive: "boolean",
  emailIsVerified: "boolean",
  phoneIsVerified: "boolean",
  /** Null: the merchant's setting for new members. */
  allowNewsletters: "boolean | null",
  allowSmsMarketing: "boolean | null",
  allowWhatsappMarketing: "boolean | null",
  /** `Full` or `Partial`. */
  registrationStatus: "text",
  registrationMethod: "text | null",
  employeeCode: "text | null",
  extraData: "json | null",
  /** The referral code of another member. */
  referredBy: "text | null",
  /** The code of the template for the message to the member; null for no message. */
  messageTemplate: "text | null",
  ...noticeColumns,
  /** Whether the PIN is easy to guess. Some merchants refuse such a PIN. */
  isPinCommon: "boolean",
  /** Whether verifiers or the message are still missing. */
  isIncomplete: "boolean",
  passwordVerifier: "text | null",
  pinVerifier: "text | null",
} as const;
const c = rowOf("c", call);

/** The store, if the call names one. Of two that `today` names, the merchant's day is kept. */
const ofStore = fact({ ...store.foundIfNamed, keeps: { storeId: store.stores.id } });

/**
 * The member who has the referral code, the templates of the message, and the merchant's settings for new
 * members. If imported members share a code, the referrer is the one with the lowest id.
 */
const others = fact({
  call,
  joins: () => sql`
  left join lateral (select ${r.customerId} from ${from(r)}
    where ${r.merchantId} = ${merchantId} and ${r.referralCode} = ${c.referredBy} and ${r.referralCode} <> ''
    order by ${r.customerId} limit 1) r on true${message.templatesJoin(sql`t.code = ${c.messageTemplate}`)}`,
  keeps: { referrerId: r.customerId, marketingDefault: merchants.marketingDefault },
  shows: { templates: message.templates, smsCountries: message.smsCountries },
});

/** What a call needs to register a member. */
export const found = [...newCustomer.found, ofStore, others] as const;

/** Whether the call still lacks an id, a verifier or the message. */
export const lacks = sql`(${newCustomer.lacks} or ${c.isIncomplete})`;

/** Whether a member has the referral code. */
export const referrerExists = check({
  code: unknownReferrer.code,
  holds: () => sql`${c.referredBy} is null or ${r.customerId} is not null`,
  words: () => unknownReferrer,
});

/** Whether the PIN is hard to guess, if the merchant asks for this. */
export const pinIsUncommon = check({
  code: commonPin.code,
  holds: () => sql`not (${c.isPinCommon} and ${merchants.pinRefuseCommon})`,
  words: () => ({ ...commonPin, field: "pin" }),
});

const l = rowOf("l", { storeId: 0, referrerId: 0, marketingDefault: 0 });
const orDefault = (consent: SQL) => sql`coalesce(${consent}, ${l.marketingDefault})`;

/** The columns of the new customer that only a registration sets. */
export const columns = {
  postalCode: c.postalCode,
  isActive: c.isActive,
  emailIsVerified: c.emailIsVerified,
  phoneIsVerified: c.phoneIsVerified,
  allowNewsletters: orDefault(c.allowNewsletters),
  allowSmsMarketing: orDefault(c.allowSmsMarketing),
  allowWhatsappMarketing: orDefault(c.allowWhatsappMarketing),
  registrationStatus: c.registrationStatus,
  registrationMethod: c.registrationMethod,
  registeringStoreId: l.storeId,
  registeringEmployeeCode: c.employeeCode,
  referrerId: l.referrerId,
  extraData: c.extraData,
};

const ofCall = (verifier: SQL) => ({
  from: sql`from changed s join calls c on c.n = s.n where ${verifier} is not null`,
  end: sql`returning 1`,
});
const customerId = sql`s.customer_id`;

/** The password and the PIN, of calls that bring them. */
export const secrets = {
  password: insertInto(
    passwords,
    { customerId, verifier: c.passwordVerifier },
    ofCall(c.passwordVerifier),
  ),
  pin: insertInto(pins, { customerId, verifier: c.pinVerifier }, ofCall(c.pinVerifier)),
};
