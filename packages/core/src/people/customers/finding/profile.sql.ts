import { rowsOf, run, schema, statement } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure, unknownCustomer } from "../../../foundation/failures.ts";
import { customerArm, customerDoc, membershipArm, membershipDoc } from "../customer.sql.ts";
import type { Customer, Membership } from "../types.ts";
import { voucherState } from "../voucher-state.sql.ts";

const { vouchers } = schema;

/** A customer with membership, consents and the number of open vouchers. */
export type Profile = {
  readonly customer: Customer;
  readonly otherMemberIds: readonly string[];
  /** The merchant's notes about the customer. */
  readonly notes: string;
  /** Whether the customer proved the contact by an OTP sent to it, or a POS vouched for it. */
  readonly verified: { readonly email: boolean; readonly mobileNumber: boolean };
  readonly membership: Membership;
  /** The kinds of marketing to which the customer agreed. */
  readonly consents: {
    readonly newsletters: boolean;
    readonly smsMarketing: boolean;
    readonly whatsappMarketing: boolean;
  };
  readonly createdAt: string;
  readonly openVouchers: number;
};

const profile = statement<Profile | null>(
  "get_customer",
  {
    customer: customerArm,
    membership: membershipArm,
  },
  sql`(select json_build_object('customer', ${customerDoc}, 'otherMemberIds', c.other_member_ids,
      'notes', c.notes, 'membership', ${membershipDoc},
      'verified', json_build_object('email', c.email_is_verified, 'mobileNumber', c.phone_is_verified),
      'createdAt', c.created_at,
      'consents', json_build_object('newsletters', c.allow_newsletters,
        'smsMarketing', c.allow_sms_marketing, 'whatsappMarketing', c.allow_whatsapp_marketing),
      'openVouchers', ${rowsOf(vouchers, {
        where: [eq(vouchers.customerId, sql`c.id`), sql`${voucherState} = 'open'`],
      }).value(sql`count(*)`)})
    from customer c)`,
);

/** A customer by id, or null. Vouchers are open or not on the current day in the merchant's time zone. */
function selectProfile(ctx: CoreContext, customerId: number): Promise<Profile | null> {
  const { merchant } = ctx.caller;
  return run(ctx.db, profile, {
    merchantId: merchant.id,
    timezone: merchant.timezone,
    offsetMs: ctx.clockOffsetMs,
    storeId: null,
    userEmail: null,
    userMemberId: null,
    userMobileNumber: null,
    userFirstId: null,
    userId: customerId,
  });
}

/** Returns a customer with membership, consents and the number of open vouchers. Throws `invalid_user`. */
export async function getCustomer(ctx: CoreContext, customerId: number): Promise<Profile> {
  const found = await selectProfile(ctx, customerId);
  if (!found) throw new Failure(unknownCustomer);
  return found;
}
