import { schema } from "@stampbook/db";
import { and, eq, inArray } from "drizzle-orm";
import { guessSubject } from "../../entering/access/index.ts";
import type { Merchant } from "../../foundation/context.ts";
import {
  type RedeemVoucherCodeInput,
  type RedeemVoucherInput,
  redeemVoucherCode,
} from "../../spending/redeeming/index.ts";
import type { OpenHarness } from "../open-harness.ts";
import type { Call } from "./make-shop.ts";
import { makeVoucherWorld, type VoucherWorld } from "./make-voucher-world.ts";
import type { VoucherCodeWorldFacts } from "./voucher-code-worlds.ts";

type Code = Pick<RedeemVoucherCodeInput, "voucherCode" | "voucherTemplate">;

/** The mobile numbers of the two people, by index. */
const mobileNumbers = ["+6281200000001", "+6281200000002"] as const;

const guessesOf = {
  some: { count: 50, age: 0 },
  all: { count: 60, age: 0 },
  before: { count: 60, age: 61_000 },
} as const;

/**
 * Makes a world of vouchers that are redeemed by their codes. Equal facts make worlds that differ only in
 * ids, names and codes.
 */
export async function makeVoucherCodeWorld(
  t: OpenHarness,
  facts: VoucherCodeWorldFacts,
): Promise<{
  readonly merchant: Merchant;
  readonly calls: readonly Call<RedeemVoucherCodeInput>[];
}> {
  const world = await makeVoucherWorld(t, facts.world, async (ctx, { voucher, ...input }) =>
    redeemVoucherCode(ctx, { ...input, ...(await codeOf(t, ctx.caller.merchant, voucher)) }),
  );
  await giveMobileNumbers(t, world);
  await freeVouchers(t, world, facts.free);
  await makeGuesses(t, world, facts);
  const codes = await Promise.all(world.vouchers.map((id) => codeOf(t, world.merchant, id)));
  const calls = world.calls.map((call, index) => callOf(world, codes, call, facts.byCode[index]));
  return { merchant: world.merchant, calls };
}

async function codeOf(t: OpenHarness, { id: merchantId }: Merchant, id: number): Promise<Code> {
  const { vouchers } = schema;
  const isMeant = and(eq(vouchers.merchantId, merchantId), eq(vouchers.id, id));
  const [row] = await t.db.select().from(vouchers).where(isMeant);
  if (!row) throw new Error(`there is no voucher ${id}`);
  return { voucherCode: row.code, voucherTemplate: row.voucherTemplateId };
}

async function giveMobileNumbers(t: OpenHarness, { merchant, people }: VoucherWorld) {
  const { customers, customerIdentifiers } = schema;
  for (const [index, { id }] of people.entries()) {
    const mobileNumber = mobileNumbers[index] ?? "";
    const key = { merchantId: merchant.id, customerId: id };
    await t.db
      .insert(customerIdentifiers)
      .values({ ...key, form: "mobileNumber", value: mobileNumber });
    await t.db
      .update(customers)
      .set({ mobileNumber })
      .where(and(eq(customers.merchantId, merchant.id), eq(customers.id, id)));
  }
}

async function freeVouchers(
  t: OpenHarness,
  world: VoucherWorld,
  free: VoucherCodeWorldFacts["free"],
) {
  const { vouchers } = schema;
  const ids = world.vouchers.filter((_, index) => free[index]);
  await t.db
    .update(vouchers)
    .set({ customerId: null })
    .where(and(eq(vouchers.merchantId, world.merchant.id), inArray(vouchers.id, ids)));
}

async function makeGuesses(
  t: OpenHarness,
  { merchant }: VoucherWorld,
  { guesses, world }: VoucherCodeWorldFacts,
) {
  if (guesses === "none") return;
  const { count, age } = guessesOf[guesses];
  const start = new Date(Date.now() + world.hours * 3_600_000 - age).toISOString();
  const subject = guessSubject(t.as(merchant).caller);
  const row = { merchantId: merchant.id, subject, windowStart: start, count };
  await t.db.insert(schema.attemptCounters).values(row);
}

/** Turns a call for a voucher into a call for the voucher's code. */
function callOf(
  { people, vouchers }: VoucherWorld,
  codes: readonly Code[],
  { ctx, input: { voucher, ...input } }: Call<RedeemVoucherInput>,
  how: VoucherCodeWorldFacts["byCode"][number] | undefined,
): Call<RedeemVoucherCodeInput> {
  const index = vouchers.indexOf(voucher);
  const voucherCode = codes[index]?.voucherCode ?? "NOPE";
  const template = how?.template === "other" ? codes[(index + 1) % codes.length] : codes[index];
  const person = people.findIndex(({ memberId }) => memberId === input.user);
  const mobileNumber = how?.userBy === "mobileNumber" ? mobileNumbers[person] : undefined;
  return {
    ctx,
    input: {
      ...input,
      user: mobileNumber ?? input.user,
      voucherCode: how?.isLowerCase ? voucherCode.toLowerCase() : voucherCode,
      voucherTemplate: template?.voucherTemplate ?? 0,
    },
  };
}
