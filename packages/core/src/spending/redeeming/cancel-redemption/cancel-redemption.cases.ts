import { schema } from "@stampbook/db";
import { openFillClient } from "@stampbook/db/testing";
import type { CallKey } from "../../../foundation/writing/index.ts";
import type { OpenHarness } from "../../../testing/index.ts";
import { past } from "../../../testing/operation/days.ts";
import { anonymized, sameKey } from "../../../testing/operation/fact-cases.ts";
import { manyMembers, openOffice } from "../../../testing/operation/members.ts";
import { type Many, type Parts, type Shop, tested } from "../../../testing/operation/tested.ts";
import { type CancelCall, redemptionCancels } from "./cancel-redemption.ts";

type Call = CancelCall & CallKey;
type Line = { readonly [Thing in "voucherId" | "promoCodeId" | "rewardId"]?: number };

/** A redemption of then is too old for a cashier. */
const createdAt = new Date(Date.now() - 30.5 * 3_600_000).toISOString();
const canceled = { status: "Canceled", canceledAt: past, canceledBy: "token:1" };
const promoCodeUsed = { redemption: { kind: "promo_code" } };

const plain = {
  ...{ invoiceNumber: null, storeId: null, businessDay: null, allowedStores: null },
  ...{ mayCancelOld: true, isExplained: true, wantsReplacement: false, vouchers: null },
  ...{ tokenId: null, staffId: null, userAgent: null },
  ...{ line: null, lineRequestId: null, qty: null, cancelId: null },
};

/** A call that gives the value back to the card, which is still active. */
const refilling = { card: { isActive: true }, call: { vouchers: null } };

/** A call that cancels one of two of the first line of a redemption of several rewards. */
const rewards = {
  redemption: { kind: "rewards", stampsUsed: 6 },
  lines: { 1: { qty: 2, stampsUsed: 4, requestId: "A" }, 2: { stampsUsed: 2, requestId: "B" } },
  call: { vouchers: null, line: 1, qty: 1 },
};
const ofRewards = (call: object, more: object = {}) => ({
  ...{ ...rewards, ...more },
  call: { ...rewards.call, ...call },
});

/** Redemptions of other customers, each with the voucher or the promo code of the latest twin. */
const alike: number[] = [];
const ofSameThing = () => ({ redemption: alike.pop() ?? 0 });

/**
 * Opens a merchant where a call cancels a new deduction of 2.50 from an inactive card, for which 3 stamps were
 * charged and a gift card was issued. The value goes to a new card. `parts.redemption.kind` may be `promo_code`, or
 * `rewards` with `parts.lines`. `parts.reward` is the reward of these lines.
 */
export async function openCancels(t: OpenHarness): Promise<Shop<Call>> {
  const { merchant, member, recorded } = await openOffice(t);
  const merchantId = merchant.id;
  const [store, elsewhere] = [await t.given.store(merchant), await t.given.store(merchant)];
  const { id: templateId } = await t.given.template(merchant, { isDynamic: true });
  const things = new Map<number, Line>();
  const newVoucher = async () => {
    const id = await t.deps.ids.take(merchantId, "vouchers");
    const worth = { value: "2.50", remainingValue: "2.50" };
    return { id, code: `R${id}`, templateId, startDate: "2026-01-01", endDate: null, ...worth };
  };
  const card = async (customerId: number, row: object) => {
    const worth = { value: "10.00", remainingValue: "10.00" };
    const of = { customerId, voucherTemplateId: templateId };
    return (await t.given.voucher(merchant, { ...of, ...worth, ...row })).id;
  };
  const thingOf = async (
    customerId: number,
    { redemption = {}, card: row, reward }: Parts,
  ): Promise<Line> =>
    redemption.kind === "promo_code"
      ? { promoCodeId: (await t.given.promoCode(merchant, { uses: 1000 })).id }
      : redemption.kind === "rewards"
        ? { rewardId: (await t.given.reward(merchant, reward)).id }
        : {
            voucherId: await card(customerId, { isActive: false, remainingValue: "7.50", ...row }),
          };
  async function redeemed(customerId: number, thing: Line, { redemption, voucher, lines }: Parts) {
    const id = await t.deps.ids.take(merchantId, "redemptions");
    const { isElsewhere, ...row } = redemption ?? {};
    const storeId = isElsewhere ? elsewhere.id : store.id;
    const made = { merchantId, id, customerId, storeId, name: "R", redeemedBy: "token:1" };
    const redeemed = { ...made, kind: "voucher_value", stampsUsed: 3, ...row };
    await t.db.insert(schema.redemptions).values(redeemed);
    const value = "voucherId" in thing ? "2.50" : null;
    const ofLine = { merchantId, redemptionId: id, name: "R", value, ...thing };
    for (const [line, of] of Object.entries(lines ?? { 1: { stampsUsed: 3 } }))
      await t.db
        .insert(schema.redemptionLines)
        .values({ ...ofLine, line: Number(line), ...(of as object) });
    await card(customerId, { issuedByRedemptionId: id, issuedByLine: 1, ...voucher });
    things.set(id, thing);
    return id;
  }
  const call = async (parts: Parts = {}, twin?: Call): Promise<Call> => {
    const customer = await member(parts, twin && { email: twin.subject });
    const redemption = await redeemed(customer.id, await thingOf(customer.id, parts), parts);
    const shared = things.get(twin?.redemption ?? 0);
    if (shared) {
      const other = await t.given.customer(merchant, {}, { stamps: 5 });
      alike.push(await redeemed(other.id, shared, parts));
    }
    const cancelId = await t.deps.ids.take(merchantId, "redemption_cancels");
    const vouchers =
      promoCodeUsed.redemption.kind === parts.redemption?.kind ? null : [await newVoucher()];
    const columns = { ...plain, ...(await recorded()), subject: customer.email };
    return { ...columns, cancelId, allowedStores: [store.id], redemption, vouchers, ...parts.call };
  };
  for (const line of [await thingOf(1, promoCodeUsed), await thingOf(1, promoCodeUsed)])
    await redeemed((await member({})).id, line, { redemption: { invoiceNumber: "TWICE" } });
  return { merchant, call };
}

const kinds = ["reward", "voucher_value", "promo_code", "voucher"] as const;

/**
 * Makes 8,000 customers with a redemption and a voucher each. A quarter of the redemptions is of each kind: a reward
 * that issued the voucher, a deduction, a promo code, and the whole voucher.
 */
async function manyRedemptions(t: OpenHarness): Promise<Many<Call>> {
  const many = await manyMembers(t, ({ id: redemption }, recorded) => {
    const isVoucher = redemption % 4 === 3;
    const voucher = { id: 1_000_000 + redemption, code: `N${redemption}`, templateId: 1 };
    const vouchers = isVoucher ? [voucher] : null;
    return { ...plain, ...recorded, redemption, wantsReplacement: isVoucher, vouchers };
  });
  const sql = await openFillClient(t.open.url);
  const of = sql`${many.merchantId}::bigint`;
  await sql`insert into stores (merchant_id, id, code, code_key, name, timezone)
    values (${of}, 1, 'S', 'S', 'Store', 'Asia/Jakarta')`;
  await sql`insert into voucher_templates (merchant_id, id, name) values (${of}, 1, 'T')`;
  await sql`insert into promo_codes (merchant_id, id, code, code_key, name, uses)
    select ${of}, n, 'P' || n, 'P' || n, 'Promo', 1 from generate_series(1, 8000) n`;
  await sql`insert into promo_code_uses (merchant_id, promo_code_id, customer_id, uses)
    select ${of}, n, n, 1 from generate_series(1, 8000) n`;
  await sql`insert into redemptions (merchant_id, id, kind, customer_id, store_id, name, redeemed_by)
    select ${of}, n, (${sql.array([...kinds])}::text[])[n % 4 + 1], n, 1, 'R', 'token:1'
    from generate_series(1, 8000) n`;
  await sql`insert into vouchers (merchant_id, id, voucher_template_id, code, code_key, customer_id,
      value, remaining_value, issued_by_redemption_id)
    select ${of}, n, 1, 'V' || n, 'V' || n, n, 10, case when n % 4 = 1 then 4 end,
      case when n % 4 = 0 then n end
    from generate_series(1, 8000) n`;
  await sql`insert into redemption_lines (merchant_id, redemption_id, line, name, value, reward_id,
      voucher_id, promo_code_id)
    select ${of}, n, 1, 'R', case when n % 4 = 1 then 6 end, case when n % 4 = 0 then 1 end,
      case when n % 4 in (1, 3) then n end, case when n % 4 = 2 then n end
    from generate_series(1, 8000) n`;
  await sql.end();
  const filled = ["vouchers", "promo_codes", "promo_code_uses", "redemptions", "redemption_lines"];
  const tables = [...many.tables, ...filled];
  return { ...many, tables, changes: "redemptions", small: ["merchants", "staff_users"] };
}

export const canceling = tested({
  operation: redemptionCancels,
  open: openCancels,
  cases: {
    invoiceNumberIsOfOne: { call: { invoiceNumber: "TWICE" } },
    redemptionExists: { call: { redemption: 999_999_999 } },
    redemptionIsCallers: { redemption: { isElsewhere: true } },
    isRecentEnough: { call: { mayCancelOld: false }, redemption: { createdAt } },
    reasonIsGiven: { call: { isExplained: false } },
    issuedAreUnspent: ofRewards({ qty: 2 }, { voucher: { remainingValue: "9.99" } }),
    lineIsOnlyOne: ofRewards(
      { line: null, lineRequestId: "A" },
      { lines: { 1: rewards.lines[1], 2: { ...rewards.lines[2], requestId: "A" } } },
    ),
    lineExists: ofRewards({ line: 3, qty: null }),
    vouchersNameLine: ofRewards({}, { voucher: { issuedByLine: null } }),
    qtyIsLeft: ofRewards({ qty: 3 }),
    flexibleIsWhole: ofRewards({}, { reward: { kind: "flexible" } }),
  },
  onlyWords: ["redemptionExists"],
  fine: [
    { call: { mayCancelOld: false } },
    { membership: { isBlocked: true, status: 300, stamps: 0 } },
    { redemption: { kind: "reward" }, call: { vouchers: null } },
    refilling,
    { card: { isActive: true, endDate: past } },
    {
      ...{ redemption: { ...canceled, createdAt }, voucher: { remainingValue: "9.99" } },
      call: { mayCancelOld: false, isExplained: false },
    },
    promoCodeUsed,
    rewards,
    ofRewards({ line: null, lineRequestId: "B", qty: null }),
    ofRewards({ qty: 2 }, { reward: { kind: "flexible" } }),
    // one of two vouchers may be spent if one of two is canceled
    ofRewards({}, { voucher: { remainingValue: "9.99" } }),
    // the last of the redemption, by the number of its only line
    { call: { line: 1, qty: 1 } },
    ofRewards({ line: 1, qty: null }, { lines: { 1: { ...rewards.lines[1], canceledQty: 2 } } }),
  ],
  meanwhile: {},
  asSeen: {
    status: "status = 'Canceled', canceled_at = now(), canceled_by = 'token:2'",
    canceledQty: { of: rewards, change: "canceled_qty = 1" },
    isUsable: { of: refilling, change: "is_active = false" },
  },
  gone: anonymized,
  needs: { promo_codes: promoCodeUsed, promoCodeId: promoCodeUsed },
  shares: {
    customerId: () => ({}),
    voucherId: ofSameThing,
    promoCodeId: ofSameThing,
    ...sameKey,
  },
  queued: ["customerId", "voucherId", "promoCodeId"],
  many: manyRedemptions,
});
