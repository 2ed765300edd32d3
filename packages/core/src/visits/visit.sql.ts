import {
  insertInto,
  type Parameters,
  read,
  rowsOf,
  run,
  schema,
  statement,
  update,
} from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import type { CoreContext } from "../context.ts";
import { codeKeyOf } from "../merchants/index.ts";
import { operation } from "./enter-visit.sql.ts";
import type { Visit } from "./types.ts";

const { idempotencyOutcomes, redemptionAuthorizations: authorizations, vouchers } = schema;
const p = sql.placeholder;

const voucherOfCode = read(
  "read_held_voucher_id",
  (parameter: Parameters<{ readonly code: string; readonly customerId: number }>) =>
    rowsOf(vouchers, {
      where: [
        eq(vouchers.codeKey, parameter("code")),
        eq(vouchers.customerId, parameter("customerId")),
      ],
    }).one({ id: vouchers.id }),
);

/** The id of the voucher with this code, if the customer holds it; else null. */
export async function findHeldVoucher(
  { db, caller }: CoreContext,
  customerId: number,
  code: string,
): Promise<number | null> {
  const merchantId = caller.merchant.id;
  const found = await run(db, voucherOfCode, { merchantId, customerId, code: codeKeyOf(code) });
  return found?.id ?? null;
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
 * Lets the next line of the visit spend the authorization that this redemption, a line before it, has
 * spent: the customer's PIN authorizes the whole visit.
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
      { operation: sql`${operation}`, key: p("key"), outcome: sql`${p("outcome")}::json` },
      {
        end: sql`on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome`,
      },
    ),
  },
  sql`null`,
);

/** Stores a visit under its idempotency key, if the call has one. */
export async function storeVisit(
  { db, caller, idempotency }: CoreContext,
  visit: Visit,
): Promise<void> {
  if (!idempotency) return;
  const outcome = JSON.stringify({ frame: visit, changed: {} });
  await run(db, store, { merchantId: caller.merchant.id, key: idempotency.key, outcome });
}
