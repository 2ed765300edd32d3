import { schema } from "@stampbook/db";
import { openFillClient } from "@stampbook/db/testing";
import type { Merchant } from "../../../foundation/context.ts";
import type { CallKey } from "../../../foundation/writing/index.ts";
import { guessesOfToken, type OpenHarness, withoutGuesses } from "../../../testing/index.ts";
import { future, past, today } from "../../../testing/operation/days.ts";
import {
  anonymized,
  authorizationCases,
  authorizationMeanwhile,
  dueMember,
  redeemerCases,
  sameKey,
} from "../../../testing/operation/fact-cases.ts";
import { openRedeemers, plainCall } from "../../../testing/operation/redeemers.ts";
import { type Many, type Parts, type Shop, tested } from "../../../testing/operation/tested.ts";
import { redeemVoucherCodes, redeemVouchers, type VoucherCall } from "./redeem-voucher.ts";

type Call = VoucherCall & CallKey;
type Named = { readonly id: number; readonly code: string };

/** A token that has made all guesses of this minute, and one that has made none. */
const spent = guessesOfToken(9);
const fresh = guessesOfToken(1);

/**
 * Makes a customer with a canceled redemption, and the counted guesses of a token. They count for an hour and a
 * minute, because the tests may take longer than a minute.
 */
export async function prepare(t: OpenHarness, { id: merchantId }: Merchant, customerId: number) {
  const windowStart = new Date(Date.now() + 3_600_000).toISOString();
  const counted = { merchantId, subject: spent.guessStore, count: spent.guessMost, windowStart };
  await t.db.insert(schema.attemptCounters).values(counted);
  const of = { merchantId, customerId, storeId: 1, redeemedBy: "token:1" };
  const earlier = { ...of, id: 1, kind: "voucher", name: "earlier" };
  await t.db.insert(schema.redemptions).values(earlier);
}

/**
 * Opens a merchant that asks for an authorization by PIN and for a name. A call names a new voucher as `named`
 * says. With `isHeld` the call's customer holds it, else nobody does.
 */
export const voucherShop =
  (named: (voucher: Named) => Partial<Call>, isHeld = true) =>
  async (t: OpenHarness): Promise<Shop<Call>> => {
    const { given } = t;
    const { merchant, customerOf } = await openRedeemers(t);
    const other = await given.customer(merchant);
    await prepare(t, merchant, other.id);
    const call = async (parts: Parts = {}, twin?: Call): Promise<Call> => {
      const store = await given.store(merchant, parts.store);
      const customer = await customerOf(parts, twin);
      const { id: voucherTemplateId } = await given.template(merchant, parts.template);
      const { isOthers, isCoded, ...row } = parts.voucher ?? {};
      const voucher = await given.voucher(merchant, {
        ...(isHeld && { customerId: customer.id }),
        ...row,
        ...(isOthers === true && { customerId: other.id }),
        voucherTemplateId,
      });
      const authorized = { customerId: customer.id, ...parts.authorization };
      const { requestId } = await given.authorization(merchant, authorized);
      const redemption = 100 + (await t.deps.ids.take(merchant.id, "redemptions"));
      return {
        ...plainCall(customer.email, store),
        ...unnamed,
        channel: 2,
        redemption,
        requestId,
        ...(isCoded ? { voucherCode: voucher.code } : named(voucher)),
        ...parts.call,
      };
    };
    return { merchant, call };
  };

/** The columns of a call that names no voucher yet. */
const unnamed = {
  requestId: null,
  voucher: null,
  voucherCode: null,
  voucherTemplate: null,
  ...fresh,
};

export const voucherCases = {
  ...redeemerCases,
  voucherExists: { call: { voucher: null, voucherCode: "NOPE" } },
  voucherIsUnspent: { voucher: { redeemedAt: past } },
  voucherIsActive: { voucher: { isActive: false } },
  voucherHasStarted: { voucher: { startDate: future } },
  voucherHasNotEnded: { voucher: { endDate: past } },
  voucherIsAtStore: { template: { stores: [1] } },
  voucherIsOnChannel: { template: { channels: [1] } },
  ...authorizationCases,
};

export const voucherMeanwhile = {
  customerIsActive: "is_active = false",
  voucherIsUnspent: "redeemed_at = now()",
  voucherIsActive: "is_active = false",
  voucherHasStarted: `start_date = '${future}'`,
  voucherHasNotEnded: `end_date = '${past}'`,
  ...authorizationMeanwhile,
};

export const voucherFine: readonly Parts[] = [
  { voucher: { startDate: today, endDate: today } },
  { template: { channels: [1, 2] } },
];

export const voucherOnlyWords = [
  "storeExists",
  "memberExists",
  "voucherExists",
  "requestIsNamed",
  "requestIsAuthorized",
] as const;

export const voucherShares = {
  voucherId: ({ voucher, voucherCode }: Pick<Call, "voucher" | "voucherCode">) => ({
    voucher,
    voucherCode,
  }),
  authorizationId: ({ requestId }: Pick<Call, "requestId">) => ({ requestId }),
  ...sameKey,
};

/** Makes 8,000 vouchers and the counted guesses of as many tokens, and calls for some of the vouchers. */
export const manyVouchers =
  (named: (voucher: number) => Partial<Call>) =>
  async (t: OpenHarness): Promise<Many<Call>> => {
    const merchant = await t.given.merchant();
    const store = await t.given.store(merchant);
    const customer = await t.given.customer(merchant);
    const { id: template } = await t.given.template(merchant);
    const sql = await openFillClient(t.open.url);
    await sql`insert into vouchers (merchant_id, id, voucher_template_id, code, code_key, customer_id,
        value, remaining_value)
      select ${merchant.id}::bigint, n, ${template}::bigint, 'v' || n, 'V' || n, ${customer.id}::bigint,
        10, 10 from generate_series(1, 8000) n`;
    await sql`insert into attempt_counters (merchant_id, subject, window_start, count)
      select ${merchant.id}::bigint, 'guesses token:' || n, now(), 3 from generate_series(1, 8000) n`;
    await sql.end();
    const calls = Array.from({ length: 64 }, (_, n) => ({
      ...plainCall(customer.email, store),
      ...unnamed,
      redemption: n + 1,
      key: `k${n}`,
      fingerprint: "f",
      ...named(n * 100 + 1),
    }));
    const tables = ["vouchers", "attempt_counters"];
    return { merchantId: merchant.id, tables, changes: "vouchers", calls };
  };

const common = {
  due: dueMember,
  gone: anonymized,
  fine: [
    ...voucherFine,
    { voucher: { value: "10.00", remainingValue: "6.50" } },
    { call: withoutGuesses },
  ],
  shares: voucherShares,
};
const guessed = { guessesAreLeft: { call: spent } };

export const byId = tested({
  ...common,
  operation: redeemVouchers,
  open: voucherShop(({ id: voucher }) => ({ voucher, ...withoutGuesses })),
  cases: {
    ...voucherCases,
    ...guessed,
    codedVoucherIsHeld: { voucher: { customerId: null, isOthers: false, isCoded: true } },
    voucherIsCustomers: { voucher: { isOthers: true } },
  },
  onlyWords: [...voucherOnlyWords, "codedVoucherIsHeld"],
  meanwhile: { ...voucherMeanwhile, voucherIsCustomers: "customer_id = null" },
  many: manyVouchers((voucher) => ({ voucher, ...withoutGuesses })),
});

export const byCode = tested({
  ...common,
  operation: redeemVoucherCodes,
  open: voucherShop(({ code }) => ({ voucherCode: code.toUpperCase() }), false),
  cases: {
    ...voucherCases,
    ...guessed,
    voucherIsOfTemplate: { call: { voucherTemplate: 1 } },
    voucherIsCustomersOrNobodys: { voucher: { isOthers: true } },
  },
  onlyWords: voucherOnlyWords,
  meanwhile: {
    ...voucherMeanwhile,
    voucherIsCustomersOrNobodys:
      "customer_id = (select min(id) from customers where merchant_id = $1)",
  },
  many: manyVouchers((n) => ({ voucherCode: `V${n}` })),
});
