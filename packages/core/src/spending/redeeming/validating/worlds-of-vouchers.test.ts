import { schema } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Merchant } from "../../../foundation/context.ts";
import { testWorlds } from "../../../testing/comparing/run-worlds.ts";
import { type OpenHarness, refusalOf } from "../../../testing/index.ts";
import { makeVoucherCodeWorld } from "../../../testing/worlds/make-voucher-code-world.ts";
import {
  type VoucherCodeWorldFacts,
  voucherCodeWorlds,
} from "../../../testing/worlds/voucher-code-worlds.ts";
import { redeemVoucherCode } from "../redeem-voucher/redeem-voucher.ts";
import { validateVoucher } from "./validate-voucher.ts";

/** For each call of a generated shop (`world`), validates the voucher and then redeems it by its code. */
async function compare(t: OpenHarness, facts: VoucherCodeWorldFacts, met: Set<string>) {
  const { merchant, calls } = await makeVoucherCodeWorld(t, facts);
  for (const { ctx, input } of calls) {
    const { idempotency: _, ...plain } = ctx;
    const before = await t.rows(merchant);
    const shown = await customersShown(t, merchant);
    const validation = validateVoucher(plain, input);
    const validated = await codeOf(validation.then(({ reason }) => reason));
    expect(await t.written(merchant, before)).toEqual({});
    // a refused call shows no customer and spends no budget
    const holder = await validation.then(
      (outcome) => outcome.holder,
      () => null,
    );
    expect(await customersShown(t, merchant)).toBe(shown + (holder ? 1 : 0));
    met.add(holder ? "a holder" : "no holder");
    // a validation does not name a template
    const sent = { ...input, voucherTemplate: null };
    const redeemed = await codeOf(redeemVoucherCode(plain, sent).then(() => null));
    met.add(redeemed);
    // for a member who may not redeem, a validation checks the code and its holder first; a redemption checks
    // the membership first
    const first = ["invalid_voucher", "invalid_voucher_owner", "too_many_attempts"];
    const isBarred = redeemed === "membership_blocked" || redeemed === "membership_partial";
    if (isBarred && first.includes(validated)) continue;
    expect(validated).toBe(redeemed === "authorization_required" ? "redeemable" : redeemed);
  }
}

/** Returns how many customers were shown to the merchant's tokens, by the tokens' budgets. */
async function customersShown(t: OpenHarness, merchant: Merchant): Promise<number> {
  const { budgets: b } = schema;
  const [row] = await t.db
    .select({ spent: sql<number>`coalesce(sum(spent), 0)::int` })
    .from(b)
    .where(sql`${eq(b.merchantId, merchant.id)} and ${b.budget} = 'customersShownInDay'`);
  return row?.spent ?? 0;
}

function codeOf(outcome: Promise<{ readonly code: string } | null>): Promise<string> {
  return outcome.then(
    (reason) => reason?.code ?? "redeemable",
    async () => (await refusalOf(outcome)).code,
  );
}

const all = [
  ...["redeemable", "invalid_voucher", "invalid_voucher_owner", "voucher_already_redeemed"],
  ...["voucher_not_available", "voucher_not_started", "voucher_expired", "membership_blocked"],
  "membership_partial",
  ...["too_many_attempts", "permission_denied", "invalid_user", "authorization_required"],
  ...["a holder", "no holder"],
];

testWorlds(
  voucherCodeWorlds,
  { all },
  compare,
  "what a validation says of a voucher is what redeeming it by its code then does",
);
