import { openFillClient } from "@stampbook/db/testing";
import type { CallKey } from "../../../foundation/writing/index.ts";
import { guessesOfToken, type OpenHarness } from "../../../testing/index.ts";
import { future, past, today } from "../../../testing/operation/days.ts";
import {
  anonymized,
  authorizationCases,
  authorizationMeanwhile,
  dueMember,
  redeemerCases,
  sameKey,
} from "../../../testing/operation/fact-cases.ts";
import { fillMembers } from "../../../testing/operation/members.ts";
import { openRedeemers, plainCall } from "../../../testing/operation/redeemers.ts";
import { type Many, type Parts, type Shop, tested } from "../../../testing/operation/tested.ts";
import { prepare, voucherShares } from "../redeem-voucher/redeem-voucher.cases.ts";
import { type PromoCodeCall, redeemPromoCodes } from "./redeem-promo-code.ts";

type Call = PromoCodeCall & CallKey;

/** The columns of a call that names no promo code yet. */
const unnamed = { requestId: null, ...guessesOfToken(1) };

/** A merchant that asks for an authorization by PIN. Each customer may use each promo code once. */
async function open(t: OpenHarness): Promise<Shop<Call>> {
  const { given } = t;
  const { merchant, customerOf } = await openRedeemers(t);
  await prepare(t, merchant, (await given.customer(merchant)).id);
  const call = async (parts: Parts = {}, twin?: Call): Promise<Call> => {
    const store = await given.store(merchant, parts.store);
    const customer = await customerOf(parts, twin);
    const { code } = await given.promoCode(merchant, { maxUsesPerCustomer: 1, ...parts.promoCode });
    const authorized = { customerId: customer.id, ...parts.authorization };
    const { requestId } = await given.authorization(merchant, authorized);
    return {
      ...plainCall(customer.email, store),
      ...unnamed,
      channel: 2,
      redemption: 100 + (await t.deps.ids.take(merchant.id, "redemptions")),
      promoCode: code,
      requestId,
      ...parts.call,
    };
  };
  return { merchant, call };
}

/** Makes 8,000 customers and promo codes, and calls for some of the codes. All have used the first code. */
async function manyPromoCodes(t: OpenHarness): Promise<Many<Call>> {
  const merchant = await t.given.merchant();
  const { id } = merchant;
  const store = await t.given.store(merchant);
  const members = await fillMembers(t, id);
  const sql = await openFillClient(t.open.url);
  await sql`insert into promo_codes (merchant_id, id, code, code_key, name, max_uses, uses)
    select ${id}::bigint, n, 'P' || n, 'P' || n, 'P', 99999, case n when 1 then 8000 else 0 end
    from generate_series(1, 8000) n`;
  await sql`insert into promo_code_uses (merchant_id, promo_code_id, customer_id, uses)
    select ${id}::bigint, 1, n, 1 from generate_series(1, 8000) n`;
  await sql.end();
  const calls = Array.from({ length: 64 }, (_, n) => ({
    ...plainCall("1@x.example", store),
    ...unnamed,
    ...{ redemption: n + 1, promoCode: `P${n * 100 + 1}`, key: `k${n}`, fingerprint: "f" },
  }));
  const tables = [...members, "promo_codes", "promo_code_uses"];
  return { merchantId: id, tables, changes: "promo_codes", calls };
}

const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);

export const redeeming = tested({
  operation: redeemPromoCodes,
  open,
  cases: {
    ...redeemerCases,
    ...authorizationCases,
    guessesAreLeft: { call: guessesOfToken(9) },
    promoCodeExists: { call: { promoCode: "NOPE" } },
    promoCodeIsActive: { promoCode: { isActive: false } },
    promoCodeHasStarted: { promoCode: { startDate: future } },
    promoCodeHasNotEnded: { promoCode: { endDate: past } },
    promoCodeIsAtStore: { promoCode: { stores: [1] } },
    promoCodeIsOnChannel: { promoCode: { channels: [1] } },
    promoCodeIsInHours: { promoCode: { startTime: "00:00:00", endTime: "01:00:00" } },
    promoCodeHasUses: { promoCode: { maxUses: 0 } },
    customerHasUses: { promoCode: { maxUsesPerCustomer: 0 } },
  },
  fine: [
    { promoCode: { startDate: today, endDate: today } },
    { promoCode: { startTime: "12:00:00", endTime: "12:59:59" } },
    { promoCode: { startTime: "12:00:00", endTime: "01:00:00" } },
    {
      promoCode: {
        startTime: "14:00:00",
        endTime: "13:00:00",
        startDate: yesterday,
        endDate: yesterday,
      },
    },
    { promoCode: { channels: [1, 2], maxUses: 1 } },
  ],
  // a code without uses is allotted to no call
  onlyWords: [
    "storeExists",
    "memberExists",
    "promoCodeExists",
    "promoCodeHasUses",
    "requestIsNamed",
    "requestIsAuthorized",
  ],
  due: dueMember,
  gone: anonymized,
  meanwhile: {
    customerIsActive: "is_active = false",
    promoCodeIsActive: "is_active = false",
    promoCodeHasStarted: `start_date = '${future}'`,
    promoCodeHasNotEnded: `end_date = '${past}'`,
    promoCodeIsAtStore: "stores = '{1}'",
    promoCodeIsOnChannel: "channels = '{1}'",
    promoCodeIsInHours: "start_time = '00:00:00', end_time = '01:00:00'",
    customerHasUses: "max_uses_per_customer = 0",
    ...authorizationMeanwhile,
  },
  shares: {
    customerUse: ({ promoCode }) => ({ promoCode }),
    authorizationId: voucherShares.authorizationId,
    ...sameKey,
  },
  many: manyPromoCodes,
});
