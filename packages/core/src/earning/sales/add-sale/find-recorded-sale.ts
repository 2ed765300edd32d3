import { run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { fact, judging, merchantId } from "../../../machinery/kernel/index.ts";
import type { Customer } from "../../../people/customers/index.ts";
import { contentOf } from "../content.rules.ts";
import type { Sale, SaleInput } from "../types.ts";
import * as invoice from "./invoice.sql.ts";

/** The store and the customer, whom the caller has looked up. */
const given = fact({
  call: { storeId: "bigint", customer: "bigint" },
  joins: () => sql`
  join stores s on s.merchant_id = ${merchantId} and s.id = c.store_id
  cross join lateral (select c.customer as id) u`,
  keeps: {},
  shows: { isRepeated: invoice.isRepeated },
});

const judged = judging({
  sees: [given, invoice.found],
  call: {},
  lists: { refused: [invoice.checks] },
});

const answer = judged.docWith({});

const load = statement<(typeof answer extends SQL<infer Answer> ? Answer : never) | null>(
  "find_recorded_sale",
  judged.arms,
  sql`(select ${answer} from seen b)`,
);

/**
 * Returns the recorded sale that `addSale` would return for this input. Returns null if `addSale` would
 * record the sale, name the customer for an Open one, or replace a canceled one. Throws
 * `duplicate_invoice_number` as `addSale` does. Writes nothing, so another call may record the sale
 * afterwards.
 */
export async function findRecordedSale(
  ctx: CoreContext,
  input: SaleInput,
  { storeId, customer }: { readonly storeId: number; readonly customer: Pick<Customer, "id"> },
): Promise<Sale | null> {
  const { caller } = ctx;
  const { user, stamps: stampsSent, invoiceNumber, soldAt, replaceCanceled = false } = input;
  const call = {
    ...{ storeId, customer: customer.id, hasUser: user !== null, stampsSent },
    ...{ invoiceNumber, soldAt, replaceCanceled, digest: ctx.secrets.digest(contentOf(input)) },
  };
  const of = { merchantId: caller.merchant.id, offsetMs: ctx.clockOffsetMs };
  const seen = await run(ctx.db, load, { ...judged.valuesOf(call), ...of });
  if (!seen) return null;
  const refusal = judged.refuse("refused", { seen, call, caller });
  if (refusal) throw new Failure(refusal);
  return seen.isRepeated ? seen.existing : null;
}
