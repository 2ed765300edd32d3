import { type Db, inTransaction, run, type Statement, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { Merchant } from "../../foundation/context.ts";
import type { StampEntry } from "../../holding/stamps/index.ts";
import type { Moved, MovedMerchant } from "./import.rules.ts";

const p = sql.placeholder;
const merchantId = p("merchantId");

/** Runs reads in one snapshot. So the export contains all effects of a concurrent redemption, or none. */
export function asOfNow<Result>(db: Db, work: (tx: Db) => Promise<Result>) {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    // the transaction may be idle for long, because the receiver of the export may be slow
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    return work(tx);
  });
}

const exportedMerchant = statement<MovedMerchant | null>(
  "export_merchant",
  {},
  sql`(select json_build_object('id', id, 'name', name, 'country', country, 'timezone', timezone,
      'currency', currency, 'pinMaxAttempts', pin_max_attempts,
      'pinLifetimeAttempts', pin_lifetime_attempts, 'pinRefuseCommon', pin_refuse_common,
      'otpTtlSeconds', otp_ttl_seconds, 'otpMaxAttempts', otp_max_attempts,
      'otpRequestsPerHour', otp_requests_per_hour,
      'redemptionPinAuthorization', redemption_pin_authorization,
      'cashierCancelHours', cashier_cancel_hours, 'bookingUndoMinutes', booking_undo_minutes,
      'bookingLinks', booking_links, 'bookingCancelMinutes', booking_cancel_minutes,
      'bookingReminderHours', booking_reminder_hours,
      'cashierSaleStamps', cashier_sale_stamps, 'cashierSaleTotal', cashier_sale_total,
      'cashierStampsPerDay', cashier_stamps_per_day,
      'notifyCredentialChanges', notify_credential_changes,
      'notifyTemplateCode', notify_template_code, 'secondFactorRoles', second_factor_roles,
      'smsCountries', sms_countries,
      'keepBookingsDays', keep_bookings_days, 'keepRefusalsDays', keep_refusals_days,
      'keepAuditDays', keep_audit_days, 'keepEventsDays', keep_events_days,
      'acceptTokenInMessage', accept_token_in_message, 'lockAfterMinutes', lock_after_minutes,
      'oneRedemptionPerInvoice', one_redemption_per_invoice,
      'partialMayRedeem', partial_may_redeem, 'memberIdPrefix', member_id_prefix,
      'marketingDefault', marketing_default, 'earnAmount', earn_amount::text,
      'earnStamps', earn_stamps, 'earnOn', earn_on,
      'earnMaxPerTransaction', earn_max_per_transaction, 'earnMaxPerDay', earn_max_per_day,
      'acceptStampsFromPos', accept_stamps_from_pos, 'stampsValidDays', stamps_valid_days,
      'spentStampsOnCancel', spent_stamps_on_cancel, 'spentStampsOnReturn', spent_stamps_on_return,
      'guessesPerMinute', guesses_per_minute, 'blockedPinsPerDay', blocked_pins_per_day,
      'customersShownPerMinute', customers_shown_per_minute,
      'customersShownPerDay', customers_shown_per_day,
      'suggestionsPerMinute', suggestions_per_minute)
    from merchants where id = ${merchantId})`,
);

/** Reads a merchant with its settings. Null if it does not exist. */
export function selectMerchant(db: Db, id: number): Promise<MovedMerchant | null> {
  return run(db, exportedMerchant, { merchantId: id });
}

/** A statement that reads all rows of a kind, or for large kinds a page of rows after an id. */
type Page<Row> = Statement<readonly Row[]>;

const page = <Row>(kind: string, doc: SQL, from: SQL, order: SQL): Page<Row> =>
  statement(
    `export_${kind}`,
    { page: sql`${from}` },
    sql`(select coalesce(json_agg(${doc} order by ${order}), '[]') from page)`,
  );

const after = sql`merchant_id = ${merchantId} and id > ${p("after")}
  order by id limit ${p("limit")}`;

/**
 * Statements that export voucher templates, rewards, vouchers, sales and promo codes. Each reads a page of
 * rows after an id, in the order of ids.
 */
export const cataloguePages = {
  voucherTemplates: page<Moved["voucherTemplates"]>(
    "voucher_templates",
    sql`json_build_object('id', id, 'name', name, 'value', value::text, 'isDynamic', is_dynamic,
      'validityDays', validity_days, 'pictureUrl', picture_url,
      'shortDescription', short_description, 'description', description,
      'instructions', instructions, 'termsAndConditions', terms_and_conditions,
      'stores', stores, 'channels', channels, 'extraData', extra_data)`,
    sql`select * from voucher_templates where ${after}`,
    sql`id`,
  ),
  rewards: page<Moved["rewards"]>(
    "rewards",
    sql`json_build_object('id', id, 'code', code, 'name', name, 'kind', kind,
      'stampsToRedeem', stamps_to_redeem, 'voucherTemplateId', voucher_template_id,
      'extraData', extra_data, 'isActive', is_active, 'startDate', start_date,
      'endDate', end_date, 'stores', stores, 'channels', channels,
      'description', description, 'terms', terms, 'imageUrl', image_url,
      'landscapeUrl', landscape_url, 'price', price::text, 'isVisible', is_visible)`,
    sql`select * from rewards where ${after}`,
    sql`id`,
  ),
  vouchers: page<Moved["vouchers"]>(
    "vouchers",
    sql`json_build_object('id', id, 'voucherTemplateId', voucher_template_id, 'code', code,
      'customerId', customer_id, 'value', value::text, 'remainingValue', remaining_value::text, 'notes', notes,
      'startDate', start_date, 'endDate', end_date, 'isActive', is_active,
      'redeemedAt', to_char(redeemed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))`,
    sql`select * from vouchers where ${after}`,
    sql`id`,
  ),
  transactions: page<Moved["transactions"]>(
    "transactions",
    sql`json_build_object('id', id, 'storeId', store_id, 'customerId', customer_id,
      'invoiceNumber', invoice_number,
      'soldAt', to_char(sold_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'businessDay', business_day,
      'total', total::text, 'subtotal', subtotal::text, 'spending', spending::text, 'stampsEarned', stamps_earned,
      'status', status, 'supersededById', superseded_by_id)`,
    sql`select * from transactions where ${after}`,
    sql`id`,
  ),
  /** An export contains no uses, so `maxUses` is reduced by the uses until now. */
  promoCodes: page<Moved["promoCodes"]>(
    "promo_codes",
    sql`json_build_object('id', id, 'code', code, 'name', name,
      'description', description, 'isActive', is_active,
      'startDate', start_date, 'endDate', end_date, 'startTime', start_time, 'endTime', end_time,
      'maxUses', max_uses - uses, 'maxUsesPerCustomer', max_uses_per_customer,
      'stores', stores, 'channels', channels, 'extraData', extra_data)`,
    sql`select * from promo_codes where ${after}`,
    sql`id`,
  ),
};

/** A customer before the lots are computed. `entries` are the ledger entries, or null if no stamps expire. */
export type ExportedCustomer = Omit<Moved["customers"], "lots"> & {
  readonly entries: readonly StampEntry[] | null;
};

/** Statements that export customers and stores. Each reads a page of rows after an id, in the order of ids. */
export const peoplePages = {
  stores: page<Moved["stores"]>(
    "stores",
    sql`json_build_object('id', id, 'code', code, 'name', name, 'displayName', display_name,
      'area', area, 'address', address, 'phone', phone, 'email', email, 'timezone', timezone, 'isActive', is_active,
      'largestParty', largest_party, 'openingHours', opening_hours,
      'specialDays', special_days, 'slotMinutes', slot_minutes, 'coversPerSlot', covers_per_slot)`,
    sql`select * from stores where ${after}`,
    sql`id`,
  ),
  customers: page<ExportedCustomer>(
    "customers",
    sql`json_build_object('id', page.id, 'memberId', member_id, 'otherMemberIds', other_member_ids, 'email', email,
      'mobileNumber', mobile_number, 'name', name, 'gender', gender, 'address', address,
      'birthday', birthday, 'pictureUrl', picture_url, 'isActive', is_active,
      'passwordVerifier', password_verifier, 'pinVerifier', pin_verifier, 'level', level,
      'status', status, 'stamps', stamps, 'stampsOwed', stamps_owed, 'balance', balance::text, 'tags', tags,
      'referralCode', referral_code, 'startDate', start_date, 'isBlocked', is_blocked,
      'allowNewsletters', allow_newsletters, 'allowSmsMarketing', allow_sms_marketing,
      'allowWhatsappMarketing', allow_whatsapp_marketing, 'postalCode', postal_code, 'notes', notes,
      'emailIsVerified', email_is_verified, 'phoneIsVerified', phone_is_verified,
      'registrationStatus', registration_status, 'registrationMethod', registration_method,
      'registeringStoreId', registering_store_id, 'registeringEmployeeCode', registering_employee_code,
      'extraData', extra_data, 'levelUntil', level_until,
      'createdAt', to_char(member_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'anonymizedAt', to_char(anonymized_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'entries', case when next_expiry_on is not null then (
        select json_agg(json_build_object('number', e.number, 'cause', e.cause,
          'causeId', e.cause_id, 'delta', e.delta, 'day', e.day, 'expiresOn', e.expires_on,
          'reversedId', e.reversed_id) order by e.number)
        from stamp_entries e where e.merchant_id = ${merchantId} and e.customer_id = page.id) end)`,
    sql`select c.*, pw.verifier as password_verifier, pin.verifier as pin_verifier,
        ms.level, ms.status, ms.stamps, ms.stamps_owed, ms.balance, ms.tags, ms.referral_code, ms.start_date,
        ms.is_blocked, ms.level_until, ms.next_expiry_on, ms.created_at as member_since
      from (select * from customers where ${after}) c
      join memberships ms on ms.merchant_id = ${merchantId} and ms.customer_id = c.id
      left join passwords pw on pw.merchant_id = ${merchantId} and pw.customer_id = c.id
      left join pins pin on pin.merchant_id = ${merchantId} and pin.customer_id = c.id`,
    sql`id`,
  ),
};

/** The statements of kinds with few rows. Each statement reads all rows. */
export const wholeKinds = {
  levels: page<Moved["levels"]>(
    "levels",
    sql`json_build_object('level', level, 'name', name, 'earnMultiplier', earn_multiplier::text,
      'spendingToReach', spending_to_reach::text, 'keepMonths', keep_months)`,
    sql`select * from levels where merchant_id = ${merchantId}`,
    sql`level`,
  ),
  paymentMethods: page<Moved["paymentMethods"]>(
    "payment_methods",
    sql`json_build_object('code', code, 'name', name, 'earns', earns)`,
    sql`select * from payment_methods where merchant_id = ${merchantId}`,
    sql`code_key collate "C"`,
  ),
  messageTemplates: page<Moved["messageTemplates"]>(
    "message_templates",
    sql`json_build_object('code', code, 'channel', channel, 'subject', subject, 'body', body,
      'html', html, 'mjml', mjml, 'approved', approved)`,
    sql`select * from message_templates where merchant_id = ${merchantId}`,
    sql`code collate "C", channel collate "C"`,
  ),
  /** Revoked tokens are left out, because no call with them would be accepted. */
  tokens: page<Moved["tokens"]>(
    "tokens",
    sql`json_build_object('name', name,
      'verifier', json_build_object('prefix', prefix, 'hash', secret_hash), 'scopes', scopes,
      'stores', stores,
      'expiresAt', to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))`,
    sql`select * from api_tokens where merchant_id = ${merchantId} and revoked_at is null`,
    sql`id`,
  ),
  staff: page<Moved["staff"]>(
    "staff",
    sql`json_build_object('email', email, 'name', name, 'passwordVerifier', password,
      'role', role, 'stores', stores)`,
    sql`select u.email, u.name, a.password, m.role, m.stores
      from staff_members m join staff_users u on u.id = m.user_id
      left join staff_accounts a on a.user_id = u.id and a.provider_id = 'credential'
      where m.merchant_id = ${merchantId}`,
    sql`email collate "C"`,
  ),
};

/**
 * Reads the rows of one page. The statements of `wholeKinds` ignore `after` and `limit`, and read all rows.
 */
export function selectPage<Row>(db: Db, page: Page<Row>, id: number, after: number, limit: number) {
  return run(db, page, { merchantId: id, after, limit });
}

/** Returns a merchant by id. Null if it does not exist. */
export async function findMerchant(db: Db, id: number): Promise<Merchant | null> {
  const row = await selectMerchant(db, id);
  if (!row) return null;
  const { name, country, timezone, currency } = row;
  return { id: row.id, name, country, timezone, currency };
}
