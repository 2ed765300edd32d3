import { clockArm } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../context.ts";
import {
  customerArm,
  customerDoc,
  customerParameters,
  type Identifier,
  membershipArm,
  membershipDoc,
  readIdentifier,
} from "../customers/index.ts";
import { readStoreRef, type StoreRef, storeArm, storeDoc } from "../merchants/index.ts";

const p = sql.placeholder;

/** What every way to redeem reads first: the time, the store, the customer, the authorization. */
export const sceneArms = {
  clock: clockArm,
  store: storeArm,
  customer: customerArm,
  membership: membershipArm,
  authorization: sql`select a.id, a.expires_at > now as live, a.spent_by_redemption_id is not null as spent
    from redemption_authorizations a join customer c on c.merchant_id = a.merchant_id and c.id = a.customer_id, clock
    where a.merchant_id = ${p("merchantId")}::bigint and a.request_id = ${p("requestId")}::text
    order by a.created_at desc, a.id desc limit 1`,
} satisfies Readonly<Record<string, SQL>>;

/** The parts of a scene's document that `sceneArms` give. */
export const sceneParts: SQL = sql`
  'store', ${storeDoc}, 'customer', ${customerDoc}, 'membership', ${membershipDoc},
  'needsAuthorization', (select redemption_pin_authorization from merchants where id = ${p("merchantId")}::bigint),
  'authorization', (select json_build_object('id', id, 'live', live, 'spent', spent) from "authorization")`;

/** The parameters that a scene reads. */
export function sceneParameters(
  ctx: CoreContext,
  input: {
    readonly user: Identifier;
    readonly store: StoreRef;
    readonly requestId: string | null;
  },
) {
  const { merchant } = ctx.caller;
  return {
    merchantId: merchant.id,
    offsetMs: ctx.clockOffsetMs,
    requestId: input.requestId,
    ...readStoreRef(input.store),
    ...customerParameters(readIdentifier(input.user, ["email", "memberId"], merchant.country)),
  };
}

/** A voucher with its template, as a `HeldVoucher`; `v` and `t` are their rows. */
export const voucherDoc: SQL = sql`json_build_object(
  'id', v.id, 'name', t.name, 'code', v.code, 'isActive', v.is_active,
  'startDate', v.start_date, 'endDate', v.end_date,
  'value', v.value::text, 'remainingValue', v.remaining_value::text,
  'pictureUrl', t.picture_url, 'shortDescription', t.short_description,
  'description', t.description, 'instructions', t.instructions,
  'termsAndConditions', t.terms_and_conditions,
  'templateId', t.id, 'customerId', v.customer_id, 'isRedeemed', v.redeemed_at is not null,
  'stores', t.stores, 'channels', t.channels)`;

/** A voucher template as a `VoucherTemplate`; `t` is its row. */
export const templateDoc: SQL = sql`json_build_object(
  'id', t.id, 'name', t.name, 'value', t.value::text, 'isDynamic', t.is_dynamic,
  'validityDays', t.validity_days, 'pictureUrl', t.picture_url,
  'shortDescription', t.short_description, 'description', t.description,
  'instructions', t.instructions, 'termsAndConditions', t.terms_and_conditions)`;
