import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { guessSubject } from "../../entering/access/index.ts";
import { defaultLimits } from "../../foundation/caller-limits.rules.ts";
import type { Merchant } from "../../foundation/context.ts";
import { type RedeemPromoCodeInput, redeemPromoCode } from "../../spending/redeeming/index.ts";
import type { OpenHarness } from "../open-harness.ts";
import { plain } from "../ways.ts";
import {
  type Call,
  callIn,
  limitsOf,
  makePast,
  makePresent,
  makeShop,
  type Shop,
} from "./make-shop.ts";
import type { Hours, PromoCodeWorldFacts } from "./promo-code-worlds.ts";

/** Makes a world from the facts. Equal facts make worlds that differ only in ids and names. */
export async function makePromoCodeWorld(
  t: OpenHarness,
  facts: PromoCodeWorldFacts,
): Promise<{ readonly merchant: Merchant; readonly calls: readonly Call<RedeemPromoCodeInput>[] }> {
  const shop = await makeShop(t, facts);
  const { merchant, people, store } = shop;
  await makePast(shop, async (ctx, holder, requestId) => {
    const { code: promoCode } = await t.given.promoCode(merchant);
    const user = people[holder].email;
    await redeemPromoCode(ctx, { ...plain, user, store: store.id, requestId, promoCode });
  });
  const codes: string[] = [];
  for (const promoCode of facts.promoCodes) codes.push(await makePromoCode(shop, promoCode));
  await makePresent(shop);
  await makeGuesses(shop, facts);
  const calls = facts.calls.map(({ promoCode, user, ...call }) => {
    const { ctx, input } = callIn(shop, call, user);
    const code = (promoCode === "unknown" ? null : codes[promoCode]) ?? "NOPE";
    return { ctx, input: { ...input, promoCode: code.toLowerCase() } };
  });
  return { merchant, calls };
}

/** Makes a promo code and its past uses, and returns its code. */
async function makePromoCode(
  shop: Shop,
  facts: PromoCodeWorldFacts["promoCodes"][number],
): Promise<string> {
  const { t, merchant, store, people } = shop;
  const { id, code } = await t.given.promoCode(merchant);
  const [{ id: customerId, email }] = people;
  for (let n = 0; n < facts.uses; n++) {
    const { requestId } = await t.given.authorization(merchant, { customerId });
    const input = { ...plain, user: email, store: store.id, requestId, promoCode: code };
    await redeemPromoCode(t.as(merchant), input);
  }
  const { days, places } = limitsOf(shop, facts);
  const { promoCodes } = schema;
  await t.db
    .update(promoCodes)
    .set({
      ...days,
      ...places,
      ...hoursOf(shop, facts.hours),
      isActive: facts.isActive,
      maxUses: facts.left === null ? null : facts.uses + facts.left,
      maxUsesPerCustomer: facts.forCustomer,
    })
    .where(and(eq(promoCodes.merchantId, merchant.id), eq(promoCodes.id, id)));
  return code;
}

const HOUR_MS = 3_600_000;

function hoursOf({ facts, clockOffsetMs }: Shop, { from, until }: Hours) {
  const time = (hours: number | null) =>
    hours === null
      ? null
      : new Intl.DateTimeFormat("sv", { timeZone: facts.timezone, timeStyle: "short" }).format(
          Date.now() + clockOffsetMs + hours * HOUR_MS,
        );
  return { startTime: time(from), endTime: time(until) };
}

async function makeGuesses({ t, merchant, clockOffsetMs }: Shop, facts: PromoCodeWorldFacts) {
  if (facts.guesses === "none") return;
  const age = facts.guesses === "past" ? 61_000 : 10_000;
  await t.db.insert(schema.attemptCounters).values({
    merchantId: merchant.id,
    subject: guessSubject(t.as(merchant).caller),
    windowStart: new Date(Date.now() + clockOffsetMs - age).toISOString(),
    count: facts.guesses === "some" ? 10 : defaultLimits.guesses,
  });
}
