import { clockArm, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { guessesDoc, guessParameters } from "../../access/index.ts";
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
import { promoCodeJson } from "../redeem-promo-code/promo-code.sql.ts";
import { customerRefOf } from "./customer-ref.rules.ts";
import type {
  PromoCodeShown,
  PromoCodeValidationSeen,
  ValidatePromoCodeInput,
} from "./validate-promo-code.rules.ts";

const p = sql.placeholder;

const promoCodeDoc = sql`(select ${sql.raw(promoCodeJson)} from promo_codes pc
  left join promo_code_uses pu on pu.merchant_id = pc.merchant_id and pu.promo_code_id = pc.id
    and pu.customer_id = (select id from customer)
  where pc.merchant_id = ${p("merchantId")} and pc.code_key = ${p("promoCode")})`;

const shownDoc = sql`(select json_build_object('description', pc.description,
    'partialMayRedeem', m.partial_may_redeem)
  from promo_codes pc join merchants m on m.id = pc.merchant_id
  where pc.merchant_id = ${p("merchantId")} and pc.code_key = ${p("promoCode")})`;

/** What the rules read, and what the answer shows; `shown` is null for an unknown code. */
type Loaded = PromoCodeValidationSeen & { readonly shown: PromoCodeShown | null };

const load = statement<Loaded>(
  "load_promo_code_validation",
  { clock: clockArm, store: storeArm, customer: customerArm, membership: membershipArm },
  sql`json_build_object('store', ${storeDoc}, 'customer', ${customerDoc}, 'membership', ${membershipDoc},
    'needsName', ${needsNameDoc},
    'guesses', ${guessesDoc}, 'promoCode', ${promoCodeDoc}, 'shown', ${shownDoc})`,
);

/** Reads the data for validating a promo code. Without a user, customer and membership are null. */
export function loadPromoCodeValidation(
  ctx: CoreContext,
  { user, store, promoCode }: ValidatePromoCodeInput,
): Promise<Loaded> {
  const { merchant } = ctx.caller;
  return run(ctx.db, load, {
    merchantId: merchant.id,
    offsetMs: ctx.clockOffsetMs,
    ...guessParameters(ctx),
    promoCode: codeKeyOf(promoCode),
    ...readStoreRef(store),
    ...customerParameters(customerRefOf(user, merchant)),
  });
}
