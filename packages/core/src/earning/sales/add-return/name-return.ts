import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { canceledByStaff } from "../../../machinery/facts/index.ts";
import { findStore } from "../../../running/merchants/index.ts";
import * as contentOfSale from "../modify-sale/content-of-sale.sql.ts";
import { findSale } from "../reading/find-sale.ts";
import { digestOf } from "./return.rules.ts";
import type { ReturnInput } from "./types.ts";

/** The columns of a call that returns goods, without ids. */
export type NamedReturn = Awaited<ReturnType<typeof nameReturn>>;

/**
 * Finds the stores and the sale of a return. Throws `invalid_store` on the store's field, and
 * `permission_denied`. An unknown sale has the id 0: whether the return's number is new comes before it.
 */
export async function nameReturn(ctx: CoreContext, input: ReturnInput) {
  const { invoiceNumber, businessDay, modification, returnInvoiceNumber, returnedAt } = input;
  const { reason = null } = input;
  const store = await storeOf(ctx, input.store, "root_transaction_store");
  const returnStore = await storeOf(ctx, input.returnStore, "return_store");
  const named = { invoiceNumber, businessDay, store, prefersUncanceled: true };
  const transaction = input.saleId ?? (await findSale(ctx, named).catch(zeroIfUnknown));
  return {
    ...{ transaction, allowedStores: ctx.caller.stores, replayed: null, replayedTo: null },
    ...{ asked: modification, ...contentOfSale.notComputed, after: null, adds: null },
    keepIssued: input.keepsIssuedVouchers,
    ...{ returnStore, returnInvoiceNumber, returnedAt, reason },
    digest: ctx.secrets.digest(digestOf({ ...input, store, returnStore })),
    ...canceledByStaff.callOf(ctx.caller, reason),
  };
}

function zeroIfUnknown(error: unknown): number {
  if (error instanceof Failure && error.code === "transaction_not_found") return 0;
  throw error;
}

async function storeOf(ctx: CoreContext, named: ReturnInput["store"], field: string) {
  return findStore(ctx, named).catch((error) => {
    if (!(error instanceof Failure) || error.code !== "invalid_store") throw error;
    throw new Failure({ ...error.refusal, field, message: "No store with given identifier" });
  });
}
