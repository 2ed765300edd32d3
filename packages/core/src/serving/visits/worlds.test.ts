import fc from "fast-check";
import { expect } from "vitest";
import { addSale } from "../../earning/sales/index.ts";
import { Failure } from "../../foundation/failures.ts";
import {
  deductValue,
  redeemPromoCode,
  redeemReward,
  redeemVoucher,
  redeemVoucherCode,
} from "../../spending/redeeming/index.ts";
import { testWorlds } from "../../testing/comparing/run-worlds.ts";
import { aSale, aVisit, type OpenHarness, plain, visitSetting } from "../../testing/index.ts";
import type { VisitInput } from "./types.ts";

type Line =
  | { kind: "reward"; which: "coffee" | "wish" | "none"; qty: number; stamps: number | null }
  | { kind: "voucher"; which: "voucher" | "balance" | "others" | "none"; byCode: boolean }
  | { kind: "value"; which: "balance" | "voucher" | "others"; byCode: boolean; cents: number }
  | { kind: "promoCode"; isKnown: boolean };

const rarely = <Usual, Rare>(usual: Usual, rare: Rare) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, fc.constant(rare));
const line: fc.Arbitrary<Line> = fc.oneof(
  fc.record({
    kind: fc.constant("reward" as const),
    which: fc.oneof(rarely("coffee" as const, "none" as const), fc.constant("wish" as const)),
    qty: fc.integer({ min: 1, max: 2 }),
    stamps: fc.integer({ min: 0, max: 4 }),
  }),
  fc.record({
    kind: fc.constant("voucher" as const),
    which: fc.oneof(
      rarely("voucher" as const, "others" as const),
      rarely("balance" as const, "none" as const),
    ),
    byCode: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("value" as const),
    which: fc.oneof(
      rarely("balance" as const, "others" as const),
      rarely("balance" as const, "voucher" as const),
    ),
    byCode: fc.boolean(),
    cents: fc.integer({ min: 1, max: 700 }),
  }),
  fc.record({ kind: fc.constant("promoCode" as const), isKnown: rarely(true, false) }),
);
const visits = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  total: fc.option(fc.integer({ min: 0, max: 90_000 })),
});

type Setting = Awaited<ReturnType<typeof visitSetting>>;

const amountOf = (cents: number) => (cents / 100).toFixed(2);

/** Returns the input of a visit with these lines. */
function inputOf(setting: Setting, lines: readonly Line[], total: number | null): VisitInput {
  const given = { requestId: null };
  return aVisit({
    ...setting.named,
    sale: total === null ? null : aSale({ invoiceNumber: "INV", total: `${total}.00` }),
    rewards: lines.flatMap((each) =>
      each.kind === "reward"
        ? [{ ...given, reward: rewardOf(setting, each), qty: each.qty, stamps: each.stamps }]
        : [],
    ),
    vouchers: lines.flatMap((each) => {
      if (each.kind !== "voucher" && each.kind !== "value") return [];
      const { id, code } = voucherOf(setting, each);
      const value = each.kind === "value" ? amountOf(each.cents) : null;
      return [{ ...given, voucher: each.byCode ? { code } : { id }, value }];
    }),
    promoCodes: lines.flatMap((each) =>
      each.kind === "promoCode" ? [{ ...given, promoCode: promoCodeOf(setting, each) }] : [],
    ),
  });
}

const rewardOf = (setting: Setting, { which }: Line & { kind: "reward" }) =>
  which === "none" ? "NONE" : setting[which].id;
const voucherOf = (setting: Setting, { which }: Line & { kind: "voucher" | "value" }) =>
  which === "none" ? { id: 999_999_999, code: "NONE" } : setting[which];
const promoCodeOf = ({ promoCode }: Setting, { isKnown }: Line & { kind: "promoCode" }) =>
  isKnown ? promoCode.code : "NONE";

/** Writes the parts of a visit one by one, each with its own operation. */
async function alone(
  t: OpenHarness,
  setting: Setting,
  { sale, rewards, vouchers, promoCodes }: VisitInput,
) {
  const ctx = t.as(setting.merchant);
  const { user, store } = setting.named;
  const common = { ...plain, user: user ?? "", store, invoiceNumber: sale?.invoiceNumber ?? null };
  for (const { reward, qty, stamps } of rewards)
    await redeemReward(ctx, { ...common, reward, qty, stamps });
  for (const { voucher, value } of inOrder(vouchers)) {
    if ("id" in voucher && value === null)
      await redeemVoucher(ctx, { ...common, voucher: voucher.id });
    else if ("id" in voucher)
      await deductValue(ctx, { ...common, voucher: voucher.id, value: value ?? "" });
    else if (value === null)
      await redeemVoucherCode(ctx, { ...common, voucherCode: voucher.code, voucherTemplate: null });
    else {
      const own = [setting.voucher, setting.balance].find(({ code }) => code === voucher.code);
      if (own) await deductValue(ctx, { ...common, voucher: own.id, value });
      else await redeemVoucher(ctx, { ...common, voucher: voucher.code });
    }
  }
  for (const { promoCode } of promoCodes) await redeemPromoCode(ctx, { ...common, promoCode });
  if (sale) await addSale(ctx, { ...sale, user: user ?? "", store, channel: null });
}

/** Sorts vouchers by id or code, which is the order in which a visit redeems them. */
function inOrder(vouchers: VisitInput["vouchers"]) {
  const keyOf = ({ voucher }: VisitInput["vouchers"][number]) =>
    "id" in voucher ? String(voucher.id) : voucher.code;
  return vouchers.toSorted((one, other) =>
    keyOf(one) < keyOf(other) ? -1 : Number(keyOf(one) > keyOf(other)),
  );
}

/** Returns the written rows, without refusals, and without values that differ between two merchants. */
function comparable(written: Awaited<ReturnType<OpenHarness["written"]>>) {
  const { refusals: _, ...rest } = written;
  return Object.entries(rest).map(([table, rows]) => [
    table,
    rows
      .map(({ name, kind, stampsUsed, stamps, qty, value, delta, cause, number, status, ...row }) =>
        JSON.stringify([
          name,
          kind,
          stampsUsed,
          stamps,
          qty,
          value,
          delta,
          cause,
          number,
          status,
          row.uses,
          row.remainingValue,
          row.total,
        ]),
      )
      .toSorted(),
  ]);
}

const kinds = {
  all: ["done", "insufficient_stamps", "insufficient_voucher_value", "invalid_voucher_owner"],
};

testWorlds(
  visits,
  kinds,
  async (t, { lines, total }, met) => {
    const [whole, parts] = [await visitSetting(t), await visitSetting(t)];
    const beforeWhole = await t.rows(whole.merchant);
    const beforeParts = await t.rows(parts.merchant);
    const expected = await codeOf(alone(t, parts, inputOf(parts, lines, total)));
    const answer = await codeOf(whole.confirm(inputOf(whole, lines, total)));
    expect(answer).toBe(expected);
    met.add(answer);
    const written = await t.written(whole.merchant, beforeWhole);
    if (answer !== "done") expect(Object.keys(written)).toEqual(["refusals"]);
    else
      expect(comparable(written)).toEqual(comparable(await t.written(parts.merchant, beforeParts)));
  },
  "a visit does what its parts do one after the other, or nothing",
);

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "done";
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}
