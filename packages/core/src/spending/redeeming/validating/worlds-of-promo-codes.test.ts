import { expect } from "vitest";
import { testWorlds } from "../../../testing/comparing/run-worlds.ts";
import { type OpenHarness, refusalOf } from "../../../testing/index.ts";
import { makePromoCodeWorld } from "../../../testing/worlds/make-promo-code-world.ts";
import {
  type PromoCodeWorldFacts,
  promoCodeWorlds,
} from "../../../testing/worlds/promo-code-worlds.ts";
import { redeemPromoCode } from "../redeem-promo-code/redeem-promo-code.ts";
import { validatePromoCode } from "./validate-promo-code.ts";

/** For each call of a generated shop (`world`), validates the promo code and then redeems it. */
async function compare(t: OpenHarness, facts: PromoCodeWorldFacts, met: Set<string>) {
  const { merchant, calls } = await makePromoCodeWorld(t, facts);
  for (const { ctx, input } of calls) {
    const { idempotency: _, ...plain } = ctx;
    const before = await t.rows(merchant);
    const validated = await codeOf(validatePromoCode(plain, input).then(({ reason }) => reason));
    expect(await t.written(merchant, before)).toEqual({});
    const redeemed = await codeOf(redeemPromoCode(plain, input).then(() => null));
    met.add(redeemed);
    // for a member who may not redeem, a validation checks the code before the membership
    const isBarred = redeemed === "membership_blocked" || redeemed === "membership_partial";
    if (isBarred && validated === "invalid_promo_code") continue;
    if (isBarred && validated === "too_many_attempts") continue;
    expect(validated).toBe(redeemed === "authorization_required" ? "redeemable" : redeemed);
  }
}

function codeOf(outcome: Promise<{ readonly code: string } | null>): Promise<string> {
  return outcome.then(
    (reason) => reason?.code ?? "redeemable",
    async () => (await refusalOf(outcome)).code,
  );
}

const all = [
  ...["redeemable", "invalid_promo_code", "promo_code_not_available", "promo_code_limit_reached"],
  ...[
    "membership_blocked",
    "membership_partial",
    "too_many_attempts",
    "permission_denied",
    "invalid_user",
  ],
  "authorization_required",
];

testWorlds(
  promoCodeWorlds,
  { all },
  compare,
  "what a validation says of a promo code is what redeeming it then does",
);
