import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { type Guesses, guessesDoc, guessSubject } from "../access/index.ts";
import type { CoreContext } from "../context.ts";
import { codeKeyOf } from "../merchants/index.ts";
import { changedOrRefuse, type Keyed, keptArm, keyArm, keyed } from "../retries/index.ts";
import type { PromoCode } from "./promo-code.rules.ts";
import { authorizationArm, authorized, redemptionArm, stillEntered } from "./saving.store.ts";
import type { Scene } from "./scene.rules.ts";
import { sceneArms, sceneParameters, sceneParts } from "./scene.store.ts";
import type { RedeemInput } from "./types.ts";

const p = sql.placeholder;

/** What the rules of redeem-promo-code look at. */
export type PromoCodeScene = Scene & {
  readonly promo: PromoCode | null;
  readonly guesses: Guesses | null;
};

const load = statement<PromoCodeScene>(
  "load_promo_code_scene",
  {
    ...sceneArms,
    promo: sql`select json_build_object(
        'id', pc.id, 'code', pc.code, 'name', pc.name, 'isActive', pc.is_active,
        'startDate', pc.start_date, 'endDate', pc.end_date,
        'startTime', pc.start_time::time(0), 'endTime', pc.end_time::time(0),
        'maxUses', pc.max_uses, 'maxUsesPerCustomer', pc.max_uses_per_customer,
        'uses', pc.uses, 'usesByCustomer', coalesce(u.uses, 0),
        'stores', pc.stores, 'channels', pc.channels) as doc
      from promo_codes pc
      left join promo_code_uses u on u.merchant_id = pc.merchant_id and u.promo_code_id = pc.id
        and u.customer_id = (select id from customer)
      where pc.merchant_id = ${p("merchantId")}::bigint and pc.code_key = ${p("promoCode")}::text`,
  },
  sql`json_build_object(${sceneParts}, 'promo', (select doc from promo), 'guesses', ${guessesDoc})`,
);

/** Reads the scene of redeem-promo-code. */
export function loadPromoCodeScene(
  ctx: CoreContext,
  input: RedeemInput & { readonly promoCode: string },
): Promise<PromoCodeScene> {
  return run(ctx.db, load, {
    ...sceneParameters(ctx, input),
    promoCode: codeKeyOf(input.promoCode),
    guessSubject: guessSubject(ctx.caller),
  });
}

/** What redeem-promo-code writes, as one statement's parameters. */
export type PromoCodeSaving = {
  readonly redemptionId: number;
  readonly customerId: number;
  readonly storeId: number;
  readonly promoCodeId: number;
  readonly maxUsesPerCustomer: number | null;
  readonly name: string;
  readonly channel: number | null;
  readonly invoiceNumber: string | null;
  readonly requestId: string | null;
  readonly authorizationId: number | null;
  readonly actor: string;
};

const save = statement<object>(
  "save_promo_code_redemption",
  {
    key: keyArm,
    spent_authorization: authorizationArm,
    used: sql`update promo_codes set uses = uses + 1
      where merchant_id = ${p("merchantId")}::bigint and id = ${p("promoCodeId")}::bigint
        and is_active and (max_uses is null or uses < max_uses)
        and max_uses_per_customer is not distinct from ${p("maxUsesPerCustomer")}::int
        and ${stillEntered} and ${keyed} and ${authorized}
      returning id`,
    used_by_customer: sql`insert into promo_code_uses as u (merchant_id, promo_code_id, customer_id, uses)
      select ${p("merchantId")}::bigint, used.id, ${p("customerId")}::bigint, 1 from used
      on conflict (merchant_id, promo_code_id, customer_id) do update set uses = u.uses + 1
        where ${p("maxUsesPerCustomer")}::int is null or u.uses < ${p("maxUsesPerCustomer")}::int
      returning u.promo_code_id`,
    redeemed: redemptionArm(sql`used_by_customer`),
    line: sql`insert into redemption_lines (merchant_id, redemption_id, line, promo_code_id, name, request_id)
      select ${p("merchantId")}::bigint, id, 1, ${p("promoCodeId")}::bigint, ${p("name")}::text,
        ${p("requestId")}::text from redeemed`,
    changed: sql`select '{}'::json as doc from redeemed`,
    kept: keptArm,
  },
  changedOrRefuse,
);

/** Counts the use within both limits and writes the redemption, or refuses whole. */
export function savePromoCodeRedemption(
  ctx: CoreContext,
  saving: PromoCodeSaving,
  keyedBy: Keyed,
): Promise<object> {
  return run(ctx.db, save, {
    ...saving,
    ...keyedBy,
    kind: "promo_code",
    cost: 0,
    extraData: null,
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
  });
}
