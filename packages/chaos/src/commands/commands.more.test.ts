import { schema } from "@stampbook/db";
import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { ours, runCommands } from "./run-commands.ts";
import type { Verbs } from "./world.ts";

const day = 86_400_000;
/** The merchant and the id of each sale that has earned stamps. */
const earned = new Set<string>();

// The long version is a command: npm run chaos -- commands --count 10000
test("500 commands on the service come to what the model says, and the oracle finds nothing", async () => {
  const seed = Date.now() % 1_000_000_000;
  console.log(`commands with seed ${seed}`);
  const { commands } = await runCommands({ count: 500, seed });
  expect(commands).toBeGreaterThanOrEqual(500);
});

describe("faults are found", () => {
  const faulty: [what: string, verbs: Partial<Verbs>, told: RegExp][] = [
    [
      "a voucher that still works the day after",
      {
        redeemVoucher: (ctx, input) =>
          ours.redeemVoucher({ ...ctx, clockOffsetMs: ctx.clockOffsetMs - day }, input),
      },
      /redeemVoucher: the service says|its days|redemption_not_found/,
    ],
    [
      "a key that is not looked at",
      {
        deductValue: ({ idempotency, ...ctx }, input) => ours.deductValue(ctx, input),
      },
      /deductValue: the service says/,
    ],
    [
      "a cancel that keeps a promo code's use",
      {
        cancelRedemption: async (ctx, input) => {
          const { promoCodes, redemptionLines } = schema;
          const done = await ours.cancelRedemption(ctx, input);
          const of = ctx.caller.merchant.id;
          const line = ctx.db
            .select({ id: redemptionLines.promoCodeId })
            .from(redemptionLines)
            .where(
              and(
                eq(redemptionLines.merchantId, of),
                eq(redemptionLines.redemptionId, done.redemption.id),
              ),
            );
          await ctx.db
            .update(promoCodes)
            .set({ uses: sql`${promoCodes.uses} + 1` })
            .where(and(eq(promoCodes.merchantId, of), sql`${promoCodes.id} in ${line}`))
            .catch(() => {});
          return done;
        },
      },
      /uses of|redeemPromoCode: the service says/,
    ],
    [
      "a cancel of some of a line that cancels all that is left of it",
      {
        cancelRedemption: (ctx, { part, ...input }) =>
          ours.cancelRedemption(ctx, { ...input, part: part ? { ...part, qty: null } : null }),
      },
      /cancelRedemption: the service says|the redemption: the service says|stamps left/,
    ],
    [
      "an authorization that opens twice",
      {
        redeemReward: async (ctx, input) => {
          const { redemptionAuthorizations: given } = schema;
          const done = await ours.redeemReward(ctx, input);
          await ctx.db
            .update(given)
            .set({ spentByRedemptionId: null })
            .where(eq(given.merchantId, ctx.caller.merchant.id));
          return done;
        },
      },
      /spent authorizations|authorization_required/,
    ],
    [
      "a canceled sale that keeps its stamps",
      {
        cancelSale: async (ctx, id) => {
          const { memberships } = schema;
          const done = await ours.cancelSale(ctx, id);
          const back = done.customer ? done.sale.stampsEarned : 0;
          await ctx.db
            .update(memberships)
            .set({ stamps: sql`${memberships.stamps} + ${back}` })
            .where(
              and(
                eq(memberships.merchantId, ctx.caller.merchant.id),
                eq(memberships.customerId, done.customer?.id ?? 0),
              ),
            );
          return done;
        },
      },
      /stamps left|stamps of \d+|insufficient_stamps/,
    ],
    [
      "a return that forgets what the customer owes",
      {
        addReturn: async (ctx, input) => {
          const { memberships } = schema;
          const done = await ours.addReturn(ctx, input);
          await ctx.db
            .update(memberships)
            .set({ stampsOwed: 0 })
            .where(eq(memberships.merchantId, ctx.caller.merchant.id));
          return done;
        },
      },
      /stamps of \d+|stamps left/,
    ],
    [
      "a return that leaves the redemptions of its invoice",
      {
        addReturn: (ctx, input) => ours.addReturn(ctx, { ...input, cancelsRedemptions: false }),
      },
      /canceled redemptions|addReturn: the service says/,
    ],
    [
      "an award that is canceled in anybody's name",
      {
        cancelAward: async (ctx, { award }) => {
          const { stampAwards: given } = schema;
          const [owner] = await ctx.db
            .select({ id: given.customerId })
            .from(given)
            .where(and(eq(given.merchantId, ctx.caller.merchant.id), eq(given.id, award)));
          return ours.cancelAward(ctx, { user: owner?.id ?? 0, award });
        },
      },
      /cancelAward: the service says/,
    ],
    [
      "a preview that forgets the day's cap",
      { previewEarnings: (ctx, input) => ours.previewEarnings(ctx, { ...input, user: null }) },
      /stamps of a preview/,
    ],
    [
      "a sale that earns again when it is repeated",
      {
        addSale: async (ctx, input) => {
          const { memberships } = schema;
          const done = await ours.addSale(ctx, input);
          const name = `${ctx.caller.merchant.id} ${done.sale.id}`;
          const isRepeated = done.sale.stampsEarned > 0 && earned.has(name);
          if (done.sale.stampsEarned > 0) earned.add(name);
          if (isRepeated)
            await ctx.db
              .update(memberships)
              .set({ stamps: sql`${memberships.stamps} + ${done.sale.stampsEarned}` })
              .where(
                and(
                  eq(memberships.merchantId, ctx.caller.merchant.id),
                  eq(memberships.customerId, done.customer?.id ?? 0),
                ),
              );
          return done;
        },
      },
      /stamps left|stamps of \d+|insufficient_stamps/,
    ],
    [
      "a registration that finds whom it should not",
      {
        registerInPart: async (ctx, input) => {
          const { id } = await ours.registerMember(ctx, {
            ...{ name: "", email: `${String(input.user).replace("@", "")}@other.com` },
            ...{ mobileNumber: null, memberId: null, gender: "", address: "", birthday: null },
            ...{ notes: "", isActive: true },
            ...{ postalCode: "", store: null, password: null, pin: null, referralCode: null },
            ...{ employeeCode: null, newsletters: null, smsMarketing: null, method: null },
            ...{ whatsappMarketing: null, messageTemplate: null, extraData: null },
          });
          return ours.getMember(ctx, id);
        },
      },
      /register: the service says|the owner of an address|addresses/,
    ],
    [
      "a change that keeps the old number",
      {
        changeProfile: (ctx, user, change) =>
          ours.changeProfile(ctx, user, { ...change, mobileNumber: null }),
      },
      /changeProfile: the service says|register: the service says|addresses/,
    ],
    [
      "an invoice number that takes the place of another",
      {
        addInvoiceNumber: async (ctx, input) => {
          const { redemptions } = schema;
          await ctx.db
            .update(redemptions)
            .set({ invoiceNumber: null })
            .where(
              and(
                eq(redemptions.merchantId, ctx.caller.merchant.id),
                eq(redemptions.id, input.redemptionId),
              ),
            );
          return ours.addInvoiceNumber(ctx, input);
        },
      },
      /addInvoiceNumber: the service says|redemption \d+: the service says/,
    ],
  ];

  test.each(faulty)("%s", async (_, verbs, told) => {
    const found = runCommands({ count: 20_000, seed: 7, verbs: { ...ours, ...verbs } });
    await expect(found).rejects.toThrow(told);
    await expect(found).rejects.toThrow(/seed: \d+, path: "/);
  });
});
