import { clockArm, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { guessesDoc, guessParameters } from "../../access/index.ts";
import { type SpendingState, spendingArms, spentDoc, spentOrRefuse } from "../../budgets/index.ts";
import type { CoreContext } from "../../context.ts";
import {
  customerArm,
  customerDoc,
  customerParameters,
  membershipArm,
  membershipDoc,
  needsNameDoc,
} from "../../customers/index.ts";
import { codeKeyOf, readStoreRef, storeArm, storeDoc } from "../../merchants/index.ts";
import { heldJson, voucherJson } from "../voucher.sql.ts";
import { customerRefOf } from "./customer-ref.rules.ts";
import {
  canSeeHolder,
  type ValidateVoucherInput,
  type VoucherValidationSeen,
} from "./validate-voucher.rules.ts";

const p = sql.placeholder;

const voucherArm = sql`select ${sql.raw(voucherJson)} as voucher, ${sql.raw(heldJson)} as held,
    v.customer_id as holder_id
  from vouchers v
  join voucher_templates t on t.merchant_id = v.merchant_id and t.id = v.voucher_template_id
  where v.merchant_id = ${p("merchantId")} and v.code_key = ${p("voucherCode")}`;

// Reads the holder only if `refuseVoucherValidation` allows the call, because each holder that is read spends
// from the token's budgets of shown customers. If a refused call spent from them, a caller who guesses could
// learn from a spent budget which codes exist.
const holderArm = sql`select u.name, u.email, u.mobile_number from voucher v
  join store s on s.is_active and (${p("stores")}::text is null
    or s.id = any (${p("stores")}::text::bigint[]))
  join customers u on u.merchant_id = ${p("merchantId")} and u.id = v.holder_id
  where ${p("showsHolder")}::boolean and u.anonymized_at is null
    and (not ${p("namesUser")}::boolean or u.id = (select customer_id from membership))
    and coalesce((select (doc ->> 'count')::int < (doc ->> 'most')::int from guesses), true)`;

type Loaded = VoucherValidationSeen & { readonly budgets: readonly SpendingState[] };

const load = statement<Loaded>(
  "load_voucher_validation",
  {
    ...{ clock: clockArm, store: storeArm, customer: customerArm, membership: membershipArm },
    guesses: sql`select ${guessesDoc} as doc`,
    voucher: voucherArm,
    holder: holderArm,
    ...spendingArms(sql`holder`),
  },
  sql`case when ${spentOrRefuse} then json_build_object('budgets', ${spentDoc},
    'store', ${storeDoc}, 'customer', ${customerDoc}, 'membership', ${membershipDoc},
    'needsName', ${needsNameDoc},
    'guesses', (select doc from guesses), 'voucher', (select voucher from voucher),
    'held', (select held from voucher), 'holder', (select json_build_object('name', name, 'email', email, 'mobileNumber', mobile_number)
      from holder)) end`,
);

/**
 * Reads the data for validating a voucher. Without a user, customer and membership are null. `budgets` are
 * the parameters that `countShownCustomers` passes.
 */
export function loadVoucherValidation(
  ctx: CoreContext,
  { user, store, voucherCode }: ValidateVoucherInput,
  budgets: { readonly budgets: string },
): Promise<Loaded> {
  const { merchant, stores } = ctx.caller;
  return run(ctx.db, load, {
    merchantId: merchant.id,
    offsetMs: ctx.clockOffsetMs,
    ...guessParameters(ctx),
    voucherCode: codeKeyOf(voucherCode),
    showsHolder: canSeeHolder(ctx.caller),
    namesUser: user !== null,
    stores: stores && `{${stores.join(",")}}`,
    ...budgets,
    ...readStoreRef(store),
    ...customerParameters(customerRefOf(user, merchant)),
  });
}
