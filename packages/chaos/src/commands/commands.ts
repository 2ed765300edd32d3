import { Failure } from "@stampbook/core/failures";
import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { addAward, cancelAward, deductStamps } from "./awards.ts";
import { cancelRedemption } from "./cancel.ts";
import { cancelPart } from "./cancel-part.ts";
import { addInvoiceNumber } from "./invoices.ts";
import { changeProfile, registerInPart, registerMember } from "./members.ts";
import { keptFor, type Model, momentOf } from "./model.ts";
import { redeemPromoCode } from "./promo-codes.ts";
import { addReturn } from "./returns.ts";
import { redeemMultipleRewards, redeemReward } from "./rewards.ts";
import { addSale, cancelSale, previewEarnings } from "./sales.ts";
import { agree, type Step } from "./step.ts";
import { type Draw, nth } from "./visit.ts";
import { deductValue, redeemVoucher, redeemVoucherCode } from "./vouchers.ts";
import type { Key, Real } from "./world.ts";

type Command = fc.AsyncCommand<Model, Real>;

const makers = {
  redeemReward,
  redeemMultipleRewards,
  redeemVoucher,
  redeemVoucherCode,
  deductValue,
  redeemPromoCode,
  cancelRedemption,
  cancelPart,
  addInvoiceNumber,
  addSale,
  cancelSale,
  addReturn,
  previewEarnings,
  addAward,
  cancelAward,
  deductStamps,
  registerMember,
  registerInPart,
  changeProfile,
};

/** Sends a call and applies its effect to the model. Throws if the outcome differs from the prediction. */
async function send(model: Model, real: Real, step: Step, key: Key | null): Promise<void> {
  const { operation } = step;
  const name = `${operation} ${key?.key}`;
  const kept = key ? model.kept.get(name) : undefined;
  const first = kept && model.day < kept.day + keptFor ? kept : undefined;
  const predicted = first
    ? first.fingerprint === key?.fingerprint
      ? "told again"
      : "idempotency_key_reused"
    : (step.predict(model) ?? "done");
  const isRepeat = !first && step.isRepeat?.(model);
  const { outcomes } = real.tally;
  const outcome = isRepeat ? "repeated" : predicted;
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const ctx = real.context(model.day, key);
  const done = await step.call(ctx).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    agree(operation, error.code, predicted);
  });
  if (!done) return;
  agree(operation, ctx.replays() ? "told again" : "done", predicted);
  if (first) return agree(`${operation} again`, done.answer, first.answer);
  await done.apply(model);
  if (key && !isRepeat)
    model.kept.set(name, { fingerprint: key.fingerprint, answer: done.answer, day: model.day });
}

const command = (told: string, run: Command["run"]): Command => ({
  check: () => true,
  run: async (model, real) => {
    real.tally.commands++;
    await run(model, real);
  },
  toString: () => told,
});

const draws = fc.record({
  member: fc.nat(2),
  store: fc.nat(1),
  thing: fc.nat(60),
  request: fc.option(fc.nat(3)),
  qty: fc.integer({ min: 1, max: 3 }),
  amount: fc.integer({ min: 0, max: 12 }),
  flag: fc.boolean(),
});

const callOf = (name: keyof typeof makers) =>
  fc.tuple(draws, fc.option(fc.nat(5), { freq: 2 })).map(([draw, number]: [Draw, number | null]) =>
    command(`${name} ${JSON.stringify(draw)} key ${number}`, async (model, real) => {
      const step = makers[name](model, real, draw);
      if (!step) return;
      const fingerprint = JSON.stringify(step.input);
      const hasKey = number !== null && !step.isRead;
      const key = hasKey ? { key: `key-${number}`, fingerprint } : null;
      if (key) real.sent.push({ step, key });
      await send(model, real, step, key);
    }),
  );

/** Repeats an earlier call that had a key, with the same key. */
const repeats = fc.nat(30).map((at) =>
  command(`repeat ${at}`, async (model, real) => {
    if (!real.sent.length) return;
    const { step, key } = nth(real.sent, at);
    await send(model, real, step, key);
  }),
);

const jumps = fc.integer({ min: 1, max: 4 }).map((days) =>
  command(`jump ${days} day(s)`, async (model) => {
    model.day += days;
  }),
);

/** Authorizes one of four request ids for a member, for an hour or for five days. */
const authorizations = fc
  .tuple(fc.nat(2), fc.nat(3), fc.boolean())
  .map(([member, request, isLong]) =>
    command(
      `authorize ${request} of ${member} for ${isLong ? "5 days" : "1 hour"}`,
      async (model, real) => {
        const { harness, merchant } = real;
        const owner = nth(model.members, member);
        const requestId = `request-${request}`;
        const given = new Date(momentOf(model.day)).getTime();
        const expiresAt = new Date(given + (isLong ? 120 : 1) * 3_600_000).toISOString();
        await harness.given.authorization(merchant, { customerId: owner.id, requestId, expiresAt });
        const endsOn = model.day + (isLong ? 5 : 1);
        model.authorizations.push({ member: owner, requestId, endsOn, isSpent: false });
      },
    ),
  );

const settings = fc.boolean().map((asks) =>
  command(asks ? "ask for the PIN" : "ask for no PIN", async (model, { harness, merchant }) => {
    model.asksForPin = asks;
    await harness.db
      .update(schema.merchants)
      .set({ redemptionPinAuthorization: asks })
      .where(eq(schema.merchants.id, merchant.id));
  }),
);

/** All commands. A command that is listed twice is drawn twice as often. */
export const commands: readonly fc.Arbitrary<Command>[] = [
  callOf("redeemReward"),
  callOf("redeemMultipleRewards"),
  callOf("redeemVoucher"),
  callOf("redeemVoucherCode"),
  callOf("deductValue"),
  callOf("deductValue"),
  callOf("redeemPromoCode"),
  callOf("redeemPromoCode"),
  callOf("cancelRedemption"),
  callOf("cancelRedemption"),
  callOf("cancelPart"),
  callOf("cancelPart"),
  callOf("addInvoiceNumber"),
  callOf("addInvoiceNumber"),
  callOf("addSale"),
  callOf("addSale"),
  callOf("cancelSale"),
  callOf("addReturn"),
  callOf("addReturn"),
  callOf("previewEarnings"),
  callOf("addAward"),
  callOf("cancelAward"),
  callOf("deductStamps"),
  callOf("registerMember"),
  callOf("registerInPart"),
  callOf("changeProfile"),
  repeats,
  repeats,
  jumps,
  authorizations,
  settings,
];
