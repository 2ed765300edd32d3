import { run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { countGuess, guessInTurn, guessParameters } from "../../../entering/access/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure, type Refusal } from "../../../foundation/failures.ts";
import {
  guesses,
  member,
  merchant,
  type PromoCode,
  promoCode,
  store,
} from "../../../machinery/facts/index.ts";
import { fact, judging, unless } from "../../../machinery/kernel/index.ts";
import { codeKeyOf, readStoreRef } from "../../../running/merchants/index.ts";
import type { RedeemPromoCodeInput } from "../redeem-promo-code/redeem-promo-code.ts";
import { customerRefOf } from "./customer-ref.rules.ts";

/**
 * Letter case in `promoCode` does not matter. Without a user, only the store and the promo code are checked,
 * without the limit for one customer.
 */
type ValidatePromoCodeInput = Pick<RedeemPromoCodeInput, "promoCode" | "store" | "channel"> & {
  readonly user: RedeemPromoCodeInput["user"] | null;
};

/** `reason` is null if the promo code can be redeemed. An authorization by PIN is not checked. */
export type PromoCodeValidated = {
  readonly reason: Refusal | null;
  readonly promoCode: PromoCode;
  /** Whether partial members of the merchant may redeem. */
  readonly partialMayRedeem: boolean;
};

const noUser = sql`not c.names_user`;
const { memberExists, ...membership } = unless(noUser, member.checks);

const { partialMayRedeem } = merchant.merchants;
const shown = fact({ call: {}, joins: () => sql``, keeps: {}, shows: { partialMayRedeem } });

const judged = judging({
  sees: [merchant.found, store.found, member.found, promoCode.found, guesses.found, shown],
  call: { namesUser: "boolean" },
  lists: {
    /** Why there is no answer. */
    refused: [
      store.checks,
      { memberExists, guessesAreLeft: guesses.areLeft, promoCodeExists: promoCode.exists },
    ],
    /** Why the promo code cannot be redeemed. */
    reason: [membership, promoCode.isAvailable, promoCode.hasUses],
  },
});

const answer = judged.docWith({});

const load = statement<typeof answer extends SQL<infer Answer> ? Answer : never>(
  "load_promo_code_validation",
  judged.arms,
  sql`(select ${answer} from seen b)`,
);

/**
 * Returns the promo code and `reason`: why it cannot be redeemed now, by the checks of redeeming; null if it
 * can. Counts no use. Throws the refusals of the list `refused` above. An unknown code counts as a wrong guess
 * of the caller. Interface 2, section 6.
 */
export function validatePromoCode(
  ctx: CoreContext,
  { user, store, promoCode: code, channel }: ValidatePromoCodeInput,
): Promise<PromoCodeValidated> {
  const { caller } = ctx;
  const { id: customer, ...ref } = customerRefOf(user, caller.merchant);
  const call = {
    ...readStoreRef(store),
    allowedStores: caller.stores,
    ...ref,
    customer,
    channel,
    promoCode: codeKeyOf(code),
    ...guessParameters(ctx),
    namesUser: user !== null,
  };
  const of = { merchantId: caller.merchant.id, offsetMs: ctx.clockOffsetMs };
  return guessInTurn(ctx, async () => {
    const seen = await run(ctx.db, load, { ...judged.valuesOf(call), ...of });
    const refusal = judged.refuse("refused", { seen, call, caller });
    if (seen.refused === "promoCodeExists") await countGuess(ctx);
    if (refusal) throw new Failure(refusal);
    const { promoCode, partialMayRedeem } = seen;
    if (!promoCode) throw new TypeError("a validated promo code exists");
    const reason = judged.refuse("reason", { seen, call, caller });
    return { reason, promoCode, partialMayRedeem };
  });
}
