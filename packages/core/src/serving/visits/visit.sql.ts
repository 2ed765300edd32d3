import { insertInto, rowsOf, run, schema, statement, update } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import { type Guesses, guessesDoc, guessParameters } from "../../entering/access/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { codeKeyOf } from "../../running/merchants/index.ts";
import { enterVisits } from "./enter-visit.ts";
import type { Visit } from "./types.ts";

const {
  idempotencyKeys,
  idempotencyOutcomes,
  redemptionAuthorizations: authorizations,
  vouchers,
} = schema;
const p = sql.placeholder;

/**
 * The voucher with a code, and the caller's wrong guesses. `voucher` is null if the customer does not hold
 * it.
 */
type VoucherOfCode = {
  readonly voucher: { readonly id: number } | null;
  readonly guesses: Guesses | null;
};

const voucherOfCode = statement<VoucherOfCode>(
  "find_held_voucher",
  {},
  sql`json_build_object('guesses', ${guessesDoc}, 'voucher', ${rowsOf(vouchers, {
    where: [eq(vouchers.codeKey, p("code")), eq(vouchers.customerId, p("customerId"))],
  }).one({ id: vouchers.id })})`,
);

/** Reads the voucher with this code if the customer holds it, and the caller's wrong guesses. */
export function selectVoucherOfCode(
  ctx: CoreContext,
  customerId: number,
  code: string,
): Promise<VoucherOfCode> {
  return run(ctx.db, voucherOfCode, {
    ...{ merchantId: ctx.caller.merchant.id, customerId, code: codeKeyOf(code) },
    offsetMs: ctx.clockOffsetMs,
    ...guessParameters(ctx),
  });
}

const free = statement<void>(
  "free_authorization",
  {
    freed: update(authorizations, { spentByRedemptionId: sql`null` }, [
      eq(authorizations.spentByRedemptionId, p("redemptionId")),
    ]),
  },
  sql`null`,
);

/**
 * Marks the authorization of an earlier line's redemption as unspent. The next line of the visit can then
 * spend it, because the customer's PIN authorizes the whole visit.
 */
export async function freeAuthorization(
  { db, caller }: CoreContext,
  redemptionId: number,
): Promise<void> {
  await run(db, free, { merchantId: caller.merchant.id, redemptionId });
}

const store = statement<void>(
  "store_visit",
  {
    stored: insertInto(
      idempotencyOutcomes,
      { operation: sql`${enterVisits.name}`, key: p("key"), outcome: sql`${p("outcome")}::json` },
      {
        end: sql`on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome`,
      },
    ),
    placed: update(idempotencyKeys, { storeId: p("storeId") }, [
      eq(idempotencyKeys.operation, sql`${enterVisits.name}`),
      eq(idempotencyKeys.key, p("key")),
    ]),
  },
  sql`null`,
);

/**
 * Stores a visit as the outcome of its idempotency key. Also stores the visit's store with the key, for the
 * store's list of visits. Does nothing if the call has no key.
 */
export async function storeVisit(
  { db, caller, idempotency }: CoreContext,
  visit: Visit,
): Promise<void> {
  if (!idempotency) return;
  const { storeId } = visit;
  const outcome = JSON.stringify({ frame: visit, changed: {} });
  await run(db, store, { merchantId: caller.merchant.id, key: idempotency.key, storeId, outcome });
}
