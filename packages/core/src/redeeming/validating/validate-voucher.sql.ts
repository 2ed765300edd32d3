import { clockArm, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { guessesDoc, guessSubject } from "../../access/index.ts";
import type { CoreContext } from "../../context.ts";
import {
  customerArm,
  customerDoc,
  customerParameters,
  membershipArm,
  membershipDoc,
} from "../../customers/index.ts";
import { codeKeyOf, readStoreRef, storeArm, storeDoc } from "../../merchants/index.ts";
import { heldJson, voucherJson } from "../voucher.sql.ts";
import { customerRefOf } from "./customer-ref.rules.ts";
import type { ValidateVoucherInput, VoucherValidationSeen } from "./validate-voucher.rules.ts";

const p = sql.placeholder;

const voucherArm = sql`select ${sql.raw(voucherJson)} as voucher, ${sql.raw(heldJson)} as held,
    (select json_build_object('name', u.name, 'email', u.email, 'mobileNumber', u.mobile_number)
      from customers u where u.merchant_id = v.merchant_id and u.id = v.customer_id) as holder
  from vouchers v
  join voucher_templates t on t.merchant_id = v.merchant_id and t.id = v.voucher_template_id
  where v.merchant_id = ${p("merchantId")} and v.code_key = ${p("voucherCode")}`;

const load = statement<VoucherValidationSeen>(
  "load_voucher_validation",
  {
    ...{ clock: clockArm, store: storeArm, customer: customerArm, membership: membershipArm },
    voucher: voucherArm,
  },
  sql`json_build_object('store', ${storeDoc}, 'customer', ${customerDoc}, 'membership', ${membershipDoc},
    'guesses', ${guessesDoc}, 'voucher', (select voucher from voucher),
    'held', (select held from voucher), 'holder', (select holder from voucher))`,
);

/** Reads what validating a voucher looks at. Without a user, customer and membership are null. */
export function loadVoucherValidation(
  ctx: CoreContext,
  { user, store, voucherCode }: ValidateVoucherInput,
): Promise<VoucherValidationSeen> {
  const { merchant } = ctx.caller;
  return run(ctx.db, load, {
    merchantId: merchant.id,
    offsetMs: ctx.clockOffsetMs,
    guessSubject: guessSubject(ctx.caller),
    voucherCode: codeKeyOf(voucherCode),
    ...readStoreRef(store),
    ...customerParameters(customerRefOf(user, merchant)),
  });
}
