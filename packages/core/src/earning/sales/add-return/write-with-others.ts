import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { inOneTransaction, isKeyUsed } from "../../../foundation/writing/index.ts";
import { listVouchersById } from "../../../holding/vouchers/index.ts";
import { cancelRedemption } from "../../../spending/redeeming/index.ts";
import {
  lockRelatedRedemptions,
  selectRelatedRedemptions,
} from "../cancel-sale/related-redemptions.sql.ts";
import { issueVoucher } from "./issue-voucher.ts";
import { judgeReturn } from "./judge-return.ts";
import type { NamedReturn } from "./name-return.ts";
import { redemptionsToUndo } from "./spent-vouchers.rules.ts";
import { lockSale, selectSpentVouchers } from "./spent-vouchers.sql.ts";
import type { Others, ReturnAdded, ReturnInput } from "./types.ts";

type Work = {
  readonly input: ReturnInput;
  readonly named: NamedReturn;
  /** The operation that writes the return, with the idempotency key of the call. */
  readonly operation: string;
  readonly write: (ctx: CoreContext, named: NamedReturn, others: Others) => Promise<ReturnAdded>;
  readonly isRace: (error: unknown) => boolean;
};

const nothing: Others = { canceledRedemptions: [], returnedVouchers: [], issuedVoucher: null };

/**
 * Writes a return with what goes with it, all or none: first vouchers get their value back, then redemptions are
 * canceled, whose stamps the return may take, then the voucher is issued, and last the return. The sale is
 * locked before all, so that a call that repeats another finds it recorded. Its redemptions are locked next, so
 * that the return does not count as its own what another call cancels meanwhile. A call whose key is used already
 * is answered as before, and nothing goes with it.
 */
export function writeWithOthers(
  ctx: CoreContext,
  { input, named, operation, write, isRace }: Work,
): Promise<ReturnAdded> {
  const { idempotency } = ctx;
  const work = async (part: CoreContext) => {
    const keyed = idempotency ? { ...part, idempotency } : part;
    await lockSale(part, named.transaction);
    const key = idempotency?.key;
    if (key !== undefined && (await isKeyUsed(part, { operation, key })))
      return write(keyed, named, nothing);
    const judged = await judgeReturn(part, named);
    if (judged.isSame) return write(keyed, named, nothing);
    await lockRelatedRedemptions(part, named.transaction);
    const returnedVouchers = await giveBack(part, input, named);
    const canceledRedemptions = input.cancelsRedemptions ? await cancelAll(part, named) : [];
    const issuedVoucher = await issueVoucher(part, input, judged);
    return write(keyed, named, { canceledRedemptions, returnedVouchers, issuedVoucher });
  };
  return inOneTransaction(ctx, work, { isRace, operation, ids: idsOf(input) });
}

/** The ids that the return needs, if no more than one redemption is canceled besides. */
function idsOf({ vouchers, cancelsRedemptions, issue }: ReturnInput) {
  const issued = Number(issue !== null);
  const entries = 1 + vouchers.length + Number(cancelsRedemptions) + issued;
  return {
    ...{ transaction_modifications: 1, level_changes: 1, audit_entries: entries },
    vouchers: vouchers.length + issued,
  };
}

/** Gives the named vouchers their value back, as a cancel of what spent them does. */
async function giveBack(ctx: CoreContext, { vouchers }: ReturnInput, named: NamedReturn) {
  if (!vouchers.length) return [];
  const chosen = redemptionsToUndo(await selectSpentVouchers(ctx, named.transaction), vouchers);
  if ("refusal" in chosen) throw new Failure(chosen.refusal);
  const ids: number[] = [];
  for (const { redemptionId, voucher } of chosen.redemptions) {
    const input = { redemptionId, createReplacementVoucher: true, reason: named.reason };
    const { replacement } = await cancelRedemption(ctx, input).catch(onField("payments"));
    ids.push(replacement?.id ?? voucher.id);
  }
  // the return keeps them, and notes may be about a person, who may be erased later
  return (await listVouchersById(ctx, ids)).map((voucher) => ({ ...voucher, notes: null }));
}

async function cancelAll(ctx: CoreContext, { transaction, reason }: NamedReturn) {
  const ids: number[] = [];
  for (const { id: redemptionId } of await selectRelatedRedemptions(ctx, transaction)) {
    const input = { redemptionId, createReplacementVoucher: false, reason };
    await cancelRedemption(ctx, input).catch(onField("cancel_redemptions"));
    ids.push(redemptionId);
  }
  return ids;
}

/** Throws the refusal of a part on the field of the return. */
const onField = (field: string) => (error: unknown) => {
  throw error instanceof Failure ? new Failure({ ...error.refusal, field }) : error;
};
