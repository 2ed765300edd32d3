import { clockArm, rowsOf, run, schema, statement } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import type { CoreContext } from "../../context.ts";
import {
  customerArm,
  customerDoc,
  customerParameters,
  identifierForms,
  membershipArm,
  membershipDoc,
  readIdentifier,
} from "../../customers/index.ts";
import { readStoreRef, storeArm, storeDoc } from "../../merchants/index.ts";
import { methodKeyOf } from "../content.rules.ts";
import type { PreviewInput, PreviewSeen } from "./preview.rules.ts";

const { merchants, paymentMethods } = schema;
const p = sql.placeholder;

const programmeDoc = rowsOf(merchants, { where: [] }).one({
  earnAmount: merchants.earnAmount,
  earnStamps: merchants.earnStamps,
  earnOn: merchants.earnOn,
  mostPerTransaction: merchants.earnMaxPerTransaction,
  mostPerDay: merchants.earnMaxPerDay,
  acceptsStampsFromPos: merchants.acceptStampsFromPos,
});

const unearningDoc = rowsOf(paymentMethods, {
  where: [
    eq(paymentMethods.earns, false),
    sql`${paymentMethods.codeKey} in (select json_array_elements_text(${p("methods")}::text::json))`,
  ],
}).list({ codeKey: paymentMethods.codeKey });

// Member and day are scalar subqueries, so that PostgreSQL uses the index on both. With a join it would read
// all sales of the member.
const load = statement<PreviewSeen>(
  "load_preview",
  { clock: clockArm, store: storeArm, customer: customerArm, membership: membershipArm },
  sql`json_build_object('store', ${storeDoc}, 'customer', ${customerDoc}, 'membership', ${membershipDoc},
    'programme', ${programmeDoc}, 'unearning', ${unearningDoc},
    'multiplier', (select l.earn_multiplier::text from membership ms
      join levels l on l.merchant_id = ${p("merchantId")} and l.level = ms.level),
    'earnedToday', (select coalesce(sum(t.stamps_earned), 0) from transactions t
      where t.merchant_id = ${p("merchantId")} and t.customer_id = (select ms.customer_id from membership ms)
        and t.business_day = (select (clock.now at time zone s.timezone)::date from store s cross join clock)
        and t.status = 'Created'))`,
);

/** Reads the data of a preview. Without a user, customer and membership are null. */
export function loadPreview(ctx: CoreContext, input: PreviewInput): Promise<PreviewSeen> {
  const { merchant } = ctx.caller;
  const { user, store, payments } = input;
  const ref =
    user === null
      ? { email: null, memberId: null, mobileNumber: null, firstId: null, id: null }
      : readIdentifier(user, identifierForms, merchant.country);
  return run(ctx.db, load, {
    merchantId: merchant.id,
    offsetMs: ctx.clockOffsetMs,
    ...readStoreRef(store),
    ...customerParameters(ref),
    methods: JSON.stringify(payments.map(({ method }) => methodKeyOf(method))),
  });
}
