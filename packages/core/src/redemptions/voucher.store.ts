import { now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { type Guesses, guessesDoc, guessSubject } from "../access/index.ts";
import type { CoreContext } from "../context.ts";
import { codeKeyOf } from "../merchants/index.ts";
import { changedOrRefuse, type Keyed, keptArm, keyArm, keyed } from "../retries/index.ts";
import {
  authorizationArm,
  authorized,
  redemptionArm,
  stillEntered,
  valueEntryArm,
} from "./saving.store.ts";
import type { Scene } from "./scene.rules.ts";
import { sceneArms, sceneParameters, sceneParts, voucherDoc } from "./scene.store.ts";
import type { RedeemInput } from "./types.ts";
import type { HeldVoucher } from "./voucher.rules.ts";
import type { VoucherSaving } from "./voucher-redemption.rules.ts";

const p = sql.placeholder;

/** What the rules of redeem-voucher look at. */
export type VoucherScene = Scene & { readonly voucher: HeldVoucher | null };

/** By a code, which may be a guess. */
export type VoucherCodeScene = VoucherScene & { readonly guesses: Guesses | null };

const load = statement<VoucherScene>(
  "load_voucher_scene",
  {
    ...sceneArms,
    voucher: sql`select ${voucherDoc} as doc from vouchers v
      join voucher_templates t on t.merchant_id = v.merchant_id and t.id = v.voucher_template_id
      where v.merchant_id = ${p("merchantId")}::bigint and v.id = ${p("voucher")}::bigint`,
  },
  sql`json_build_object(${sceneParts}, 'voucher', (select doc from voucher))`,
);

/** Reads the scene of redeem-voucher and deduct-value. */
export function loadVoucherScene(
  ctx: CoreContext,
  input: RedeemInput & { readonly voucher: number },
): Promise<VoucherScene> {
  return run(ctx.db, load, { ...sceneParameters(ctx, input), voucher: input.voucher });
}

const loadByCode = statement<VoucherCodeScene>(
  "load_voucher_code_scene",
  {
    ...sceneArms,
    voucher: sql`select ${voucherDoc} as doc from vouchers v
      join voucher_templates t on t.merchant_id = v.merchant_id and t.id = v.voucher_template_id
      where v.merchant_id = ${p("merchantId")}::bigint and v.code_key = ${p("voucherCode")}::text`,
  },
  sql`json_build_object(${sceneParts}, 'voucher', (select doc from voucher), 'guesses', ${guessesDoc})`,
);

/** Reads the scene of by-voucher-code; the customer is named by email or phone. */
export function loadVoucherCodeScene(
  ctx: CoreContext,
  input: RedeemInput & { readonly voucherCode: string },
): Promise<VoucherCodeScene> {
  return run(ctx.db, loadByCode, {
    ...sceneParameters(ctx, input, ["email", "mobileNumber"]),
    voucherCode: codeKeyOf(input.voucherCode),
    guessSubject: guessSubject(ctx.caller),
  });
}

const lineArm = sql`insert into redemption_lines (merchant_id, redemption_id, line, voucher_id, name, value, spends_voucher, request_id)
  select ${p("merchantId")}::bigint, id, 1, ${p("voucherId")}::bigint, ${p("name")}::text,
    ${p("value")}::numeric, ${p("value")}::numeric is null, ${p("requestId")}::text from redeemed`;

const spend = statement<object>(
  "save_voucher_redemption",
  {
    key: keyArm,
    spent_authorization: authorizationArm,
    spent: sql`update vouchers
      set redeemed_at = ${now}, customer_id = ${p("customerId")}::bigint,
        remaining_value = case when remaining_value is not null then 0 end
      where merchant_id = ${p("merchantId")}::bigint and id = ${p("voucherId")}::bigint
        and (customer_id = ${p("customerId")}::bigint
          or (customer_id is null and ${p("kind")}::text = 'voucher_code'))
        and redeemed_at is null and is_active
        and remaining_value is not distinct from ${p("left")}::numeric
        and ${stillEntered} and ${keyed} and ${authorized}
      returning id`,
    redeemed: redemptionArm(sql`spent`),
    line: lineArm,
    value_entry: valueEntryArm,
    changed: sql`select '{}'::json as doc from redeemed`,
    kept: keptArm,
  },
  changedOrRefuse,
);

/** Spends a voucher whole and writes the redemption with all that belongs to it, or refuses whole. */
export function saveVoucherRedemption(
  ctx: CoreContext,
  saving: VoucherSaving,
  keyedBy: Keyed,
): Promise<object> {
  return run(ctx.db, spend, parameters(ctx, saving, keyedBy));
}

/** What is left of a dynamic value. */
export type ValueChanged = { readonly remaining: string };

const deduct = statement<ValueChanged>(
  "save_value_deduction",
  {
    key: keyArm,
    spent_authorization: authorizationArm,
    spent: sql`update vouchers
      set remaining_value = remaining_value - ${p("value")}::numeric,
        redeemed_at = case when remaining_value = ${p("value")}::numeric then ${now} end
      where merchant_id = ${p("merchantId")}::bigint and id = ${p("voucherId")}::bigint
        and customer_id = ${p("customerId")}::bigint and redeemed_at is null and is_active
        and remaining_value >= ${p("value")}::numeric
        and ${stillEntered} and ${keyed} and ${authorized}
      returning id, remaining_value`,
    redeemed: redemptionArm(sql`spent`),
    line: lineArm,
    value_entry: valueEntryArm,
    changed: sql`select json_build_object('remaining', s.remaining_value::text) as doc from spent s, redeemed`,
    kept: keptArm,
  },
  changedOrRefuse,
);

/** Takes a value off a dynamic voucher while it has enough, or refuses whole. */
export function saveValueDeduction(
  ctx: CoreContext,
  saving: VoucherSaving,
  keyedBy: Keyed,
): Promise<ValueChanged> {
  return run(ctx.db, deduct, parameters(ctx, saving, keyedBy));
}

function parameters(ctx: CoreContext, saving: VoucherSaving, keyedBy: Keyed) {
  return {
    ...saving,
    ...keyedBy,
    cost: 0,
    merchantId: ctx.caller.merchant.id,
    offsetMs: ctx.clockOffsetMs,
    extraData: saving.extraData === null ? null : JSON.stringify(saving.extraData),
  };
}
