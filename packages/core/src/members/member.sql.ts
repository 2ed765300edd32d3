import { clockArm, rowsOf, run, schema, statement } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import { spendingArms, spentDoc, spentOrRefuse } from "../foundation/budgets/index.ts";
import type { CoreContext } from "../foundation/context.ts";
import { dueLedger } from "../holding/stamps/index.ts";
import { triesFields } from "../people/credentials/index.ts";
import {
  type CustomerRef,
  customerArm,
  customerDoc,
  customerParameters,
  membershipArm,
  membershipDoc,
} from "../people/customers/index.ts";
import type { MemberSeen } from "./types.ts";

const { merchants, passwords } = schema;
const p = sql.placeholder;

const settingsDoc = rowsOf(merchants, { where: [] }).one({
  pinLimits: sql`json_build_object('attempts', ${merchants.pinMaxAttempts},
    'lifetimeAttempts', ${merchants.pinLifetimeAttempts})`,
  needsAuthorization: merchants.redemptionPinAuthorization,
  partialMayRedeem: merchants.partialMayRedeem,
});

const hasPassword = rowsOf(passwords, {
  where: [eq(passwords.customerId, sql`(select id from customer)`)],
}).exists();

const member = statement<MemberSeen>(
  "read_member",
  {
    clock: clockArm,
    customer: customerArm,
    membership: membershipArm,
    pin: sql`select * from pins
      where merchant_id = ${p("merchantId")} and customer_id = (select id from customer)`,
    ...spendingArms(sql`customer`),
  },
  sql`case when ${spentOrRefuse} then json_build_object('budgets', ${spentDoc},
    'customer', ${customerDoc}, 'membership', ${membershipDoc},
    'due', (select ${dueLedger("ms")} from membership ms),
    'details', (select json_build_object('otherMemberIds', other_member_ids, 'postalCode', postal_code,
        'emailIsVerified', email_is_verified, 'phoneIsVerified', phone_is_verified,
        'notes', notes, 'employeeCode', registering_employee_code,
        'consents', json_build_object('newsletters', allow_newsletters,
          'smsMarketing', allow_sms_marketing, 'whatsappMarketing', allow_whatsapp_marketing),
        'registrationStatus', registration_status) from customer),
    'pin', (select json_build_object(${triesFields}, 'lifetimeWrongTries', lifetime_wrong_tries)
      from pin, clock),
    'hasPassword', ${hasPassword}, 'settings', ${settingsDoc}) end`,
);

/** Reads a member. `budgets` are the budgets to spend, as `spendingParameters` returns them. */
export function readMember(
  ctx: CoreContext,
  ref: CustomerRef,
  budgets: { readonly budgets: string },
): Promise<MemberSeen> {
  return run(ctx.db, member, {
    ...customerParameters(ref),
    ...budgets,
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
  });
}
