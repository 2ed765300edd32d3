import { guessColumns, guessesJson, guessLookup, mayGuess } from "../../access/index.ts";
import {
  answers,
  batchStatement,
  type CallOf,
  columnsOf,
  type Form,
  firstCalls,
  keyParts,
} from "../../writing/index.ts";
import { mayHaveKey, redemptionColumns } from "../call.sql.ts";
import { hasAuthorization, lockAuthorization, lockCustomer } from "../locks.sql.ts";
import { invoiceKey, isAllowed, lookups, seenColumns, seenParts } from "../lookups.sql.ts";
import { insertRedemptions, outcomes, spendAuthorizations } from "../writes.sql.ts";
import { hasUses, isOpen, promoCode, promoCodeJson, promoCodes } from "./promo-code.sql.ts";
import type { PromoCodeDone, PromoCodeSeen } from "./redeem-promo-code.rules.ts";

/** The operation's name in idempotency keys and refusals. */
export const operation = "redemptions.redeemPromoCode";

const types = {
  ...redemptionColumns,
  ...guessColumns,
  promoCode: "text",
  requestId: "text | null",
} as const;

/** The values that one call sends to the statement. `promoCode` is in the form that `codeKeyOf` returns. */
export type PromoCodeCall = CallOf<typeof types>;

const inCalls = {
  ...{ today: "s.today", time: "s.time::time", storeId: "s.id", channel: "c.channel" },
  usesByCustomer: "coalesce(pu.uses, 0)",
};

const inAble = {
  ...{ today: "b.today", time: "b.time", storeId: "b.store_id", channel: "b.channel" },
  usesByCustomer: "b.uses_by_customer",
};

/**
 * Returns the SQL that differs between one call and many. `eachCode` selects each promo code once, in order
 * of id, to be locked. `place` is a call's number among the calls of its promo code. `uses` selects how often
 * the calls use each promo code.
 */
const partsOf = ({ isSingle }: Form) =>
  isSingle
    ? { eachCode: "able", place: "1", uses: "select promo_code_id, 1 as uses from taken" }
    : {
        eachCode: "(select distinct promo_code_id from able order by promo_code_id)",
        place: "row_number() over (partition by pc.id order by b.n)",
        uses: "select promo_code_id, count(*) as uses from taken group by promo_code_id",
      };

/**
 * Fails the statement, and so rolls it back, if a key was written for a call that was not done. This happens
 * if another transaction has meanwhile counted a use of the promo code by the same customer.
 */
const keysAreUsed = `case
    when (select count(*) from owned) = (select count(*) from done where key is not null) then true
    else stampbook_refuse('state') end`;

/** Returns the SQL that follows the CTE `calls`: further CTEs, and the SELECT. */
function arms(form: Form): string {
  const key = keyParts(operation, form, {
    ...{ locked: "locked", done: "done" },
    derived: invoiceKey("pc.id"),
  });
  const { eachCode, place, uses } = partsOf(form);
  return `
seen as materialized (
  select ${seenColumns}, ${key.columns}, c.channel, s.time::time as time, pc.id as promo_code_id,
    array[pc.id, u.id] as customer_use, coalesce(pu.uses, 0) as uses_by_customer,
    ${promoCodeJson} as promo_code, ${guessesJson} as guesses, ${key.keptJson} as kept,
    ${isAllowed}
      and ${mayGuess}
      and ${isOpen(inCalls)}
      and ${hasUses}
      and ${key.isNew} as passes
  from calls c${lookups(form)}${promoCode(form)}${guessLookup(form)}${key.lookups}
),
able as (${firstCalls(form, "seen", ["customer_use", "authorization_id", "key"])}
),
codes as materialized (
  select pc.* from ${eachCode} b
  cross join lateral (${promoCodes}
    where pc.merchant_id = $1 and pc.id = b.promo_code_id
    for no key update ${form.skipShared}) pc
),
locked as materialized (
  select * from (
    select b.n, b.now, b.key, b.fingerprint, b.redemption, b.store_id, b.customer_id,
      b.authorization_id, b.uses_by_customer, pc.id as promo_code_id, pc.name,
      pc.max_uses - pc.uses as uses_left, ${place} as place
    from able b
    join codes pc on pc.id = b.promo_code_id and ${isOpen(inAble)}${lockAuthorization(form)}${lockCustomer(form)}
    where ${hasAuthorization}
  ) l
  where l.uses_left is null or l.place <= l.uses_left
),${key.owned}
used as (
  insert into promo_code_uses as u (merchant_id, promo_code_id, customer_id, uses)
  select $1, l.promo_code_id, l.customer_id, l.uses_by_customer + 1 from locked l where ${key.isOwned}
  on conflict (merchant_id, promo_code_id, customer_id) do update set uses = excluded.uses
    where u.uses = excluded.uses - 1
  returning u.promo_code_id, u.customer_id
),
taken as materialized (
  select l.* from locked l
  join used u on u.promo_code_id = l.promo_code_id and u.customer_id = l.customer_id
),
counted as (
  update promo_codes pc set uses = pc.uses + t.uses from (${uses}) t
  where pc.merchant_id = $1 and pc.id = t.promo_code_id
  returning pc.id
),
redeemed as (${insertRedemptions("taken", "promo_code", { extraData: "null" })}
),
authorized as (${spendAuthorizations("taken")}
),
line as (
  insert into redemption_lines as l (merchant_id, redemption_id, line, promo_code_id, name, request_id)
  select $1, t.redemption, 1, t.promo_code_id, t.name, c.request_id
  from taken t join calls c on c.n = t.n
  returning l.redemption_id
),
done as (${outcomes("taken", "seen", {
    frame: `'promoCode', json_build_object('id', b.promo_code->'id', 'code', b.promo_code->'code',
        'name', b.promo_code->'name', 'extraData', b.promo_code->'extraData')`,
  })}
)${key.outcome}${answers(
    "seen",
    "done",
    `${seenParts},
    'promoCode', b.promo_code, 'guesses', b.guesses`,
  )}${form.isKeyed ? `\nwhere ${keysAreUsed}` : ""}`;
}

/**
 * Redeems promo codes as long as uses are left. Many calls of a batch may have the same code. If the code has
 * too few uses left for all of them, the first calls are done. A call is done only if:
 * - the rules allow it;
 * - its idempotency key has no stored outcome;
 * - no earlier call of the batch has its key, its authorization, or its customer and code;
 * - no other transaction has locked a row that it changes or refers to.
 */
export const redeemPromoCodes = batchStatement<PromoCodeCall, PromoCodeSeen, PromoCodeDone>(
  "redeem_promo_codes",
  columnsOf(types),
  arms,
  mayHaveKey,
);
