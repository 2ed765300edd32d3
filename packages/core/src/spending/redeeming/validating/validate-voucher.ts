import { json, run, schema, statement } from "@stampbook/db";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import {
  allows,
  countGuess,
  guessInTurn,
  guessParameters,
} from "../../../entering/access/index.ts";
import {
  countShownCustomers,
  type SpendingState,
  spendingArms,
  spentDoc,
  spentOrRefuse,
} from "../../../foundation/budgets/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure, type Refusal } from "../../../foundation/failures.ts";
import type { Voucher } from "../../../holding/vouchers/index.ts";
import { guesses, member, merchant, store, voucher } from "../../../machinery/facts/index.ts";
import { judging, merchantId, rowOf, unless } from "../../../machinery/kernel/index.ts";
import { codeKeyOf, readStoreRef } from "../../../running/merchants/index.ts";
import type { RedeemVoucherCodeInput } from "../redeem-voucher/redeem-voucher.ts";
import { customerRefOf } from "./customer-ref.rules.ts";

/** Letter case in `voucherCode` does not matter. Without a user, only store and voucher are checked. */
type ValidateVoucherInput = Pick<RedeemVoucherCodeInput, "voucherCode" | "store" | "channel"> & {
  readonly user: RedeemVoucherCodeInput["user"] | null;
};

/** `reason` is null if the voucher can be redeemed by its code. An authorization by PIN is not checked. */
export type VoucherValidated = {
  readonly reason: Refusal | null;
  readonly voucher: Voucher;
  /** Null if nobody holds the voucher, if its holder is anonymized, or if the caller may not see members. */
  readonly holder: { name: string; email: string | null; mobileNumber: string | null } | null;
};

const call = { namesUser: "boolean", showsHolder: "boolean", channel: "int | null" } as const;
const c = rowOf("c", call);
const b = rowOf("b", { refused: 0, voucherHolder: 0 });
const noUser = sql`not ${c.namesUser}`;
const { memberExists, ...membership } = unless(noUser, member.checks);
const { voucherIsCustomersOrNobodys: isOwn } = unless(noUser, {
  voucherIsCustomersOrNobodys: voucher.isCustomersOrNobodys,
});

const judged = judging({
  sees: [merchant.found, store.found, member.found, voucher.found, guesses.found],
  call,
  lists: {
    /** Why there is no answer. */
    refused: [
      store.checks,
      { memberExists, guessesAreLeft: guesses.areLeft, voucherExists: voucher.exists, isOwn },
    ],
    /** Why the voucher cannot be redeemed. */
    reason: [membership, { voucherIsUnspent: voucher.isUnspent }, voucher.isAvailable],
  },
});

const { customers: u } = schema;

// Reads the holder only for a call that is answered, because each holder that is read spends from the token's
// budgets of shown customers. If a refused call spent from them, a caller who guesses could learn from a spent
// budget which codes exist.
const holderArm = sql`select ${u.name}, ${u.email}, ${u.mobileNumber} from seen b
  join calls c on ${c.showsHolder} and ${b.refused} is null
  join ${u} on ${and(eq(u.merchantId, merchantId), eq(u.id, b.voucherHolder), isNull(u.anonymizedAt))}`;

const h = rowOf("h", { name: 0, email: 0, mobileNumber: 0 });
const holder = sql<VoucherValidated["holder"]>`(select ${json(h)} from holder h)`;
const budgets = spentDoc as SQL<readonly SpendingState[]>;
const answer = judged.docWith({ holder, budgets });

const load = statement<typeof answer extends SQL<infer Answer> ? Answer : never>(
  "load_voucher_validation",
  { ...judged.arms, holder: holderArm, ...spendingArms(sql`holder`) },
  sql`(select case when ${spentOrRefuse} then ${answer} end from seen b)`,
);

/**
 * Returns the voucher and `reason`: why it cannot be redeemed by its code now, by the checks of redeeming;
 * null if it can. The voucher stays unspent. A holder in the outcome counts as one shown customer in the
 * token's budgets. Throws the refusals of the list `refused` above. An unknown code counts as a wrong guess of
 * the caller. Interface 2, section 6.
 */
export function validateVoucher(
  ctx: CoreContext,
  { user, store, voucherCode, channel }: ValidateVoucherInput,
): Promise<VoucherValidated> {
  const { caller } = ctx;
  const { id: customer, ...ref } = customerRefOf(user, caller.merchant);
  const call = {
    ...readStoreRef(store),
    allowedStores: caller.stores,
    ...ref,
    customer,
    channel,
    voucher: null,
    voucherCode: codeKeyOf(voucherCode),
    voucherTemplate: null,
    ...guessParameters(ctx),
    namesUser: user !== null,
    showsHolder: caller.kind === "staff" || allows(caller.scopes, "members"),
  };
  const of = { merchantId: caller.merchant.id, offsetMs: ctx.clockOffsetMs };
  return guessInTurn(ctx, async () => {
    const seen = await countShownCustomers(ctx, 1, (budgets) =>
      run(ctx.db, load, { ...judged.valuesOf(call), ...of, ...budgets }),
    );
    const refusal = judged.refuse("refused", { seen, call, caller });
    if (seen.refused === "voucherExists") await countGuess(ctx);
    if (refusal) throw new Failure(refusal);
    const { voucher, holder } = seen;
    if (!voucher) throw new TypeError("a validated voucher exists");
    return { reason: judged.refuse("reason", { seen, call, caller }), voucher, holder };
  });
}
