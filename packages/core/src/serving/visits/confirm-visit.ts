import { addSale, findRecordedSale, isSameInvoice, limitSale } from "../../earning/sales/index.ts";
import { guessInTurn } from "../../entering/access/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { inOneTransaction } from "../../foundation/writing/index.ts";
import { issueToCustomer, refusalOfIssue } from "../../spending/issuing/index.ts";
import { enterVisit, enterVisits } from "./enter-visit.ts";
import { redeemLines } from "./redeem-lines.ts";
import { refuseRepeats } from "./refuse-repeats.ts";
import type { Visit, VisitInput } from "./types.ts";
import { issuedVoucher, redeemsAnything, soldBefore } from "./visit.rules.ts";
import { storeVisit } from "./visit.sql.ts";

/**
 * Writes a whole visit, all or none: first the redemptions, then the sale, then the voucher that it issues.
 * The sale is after the redemptions, so that its stamps cannot pay for them. A second call with the same
 * idempotency key has the same outcome. Throws what the operation of each part throws. The refusal of a line
 * names the line, and its field is `rewards`, `vouchers` or `promoCodes`. The refusal of the issued voucher
 * has the field `issue`. Throws `duplicate_invoice_number` for a line that was already redeemed for the
 * invoice number. If the visit redeems or issues anything, also throws it for a sale that is already
 * recorded, before it looks at the lines. Throws `permission_denied` if `limitSale` refuses the sale.
 * Interface 2, section 7.
 */
export async function confirmVisit(ctx: CoreContext, input: VisitInput): Promise<Visit> {
  const confirm = () =>
    inOneTransaction(ctx, (part) => write(part, ctx.idempotency, input), {
      ...{ ids: idsOf(input), isRace: isSameInvoice, operation: enterVisits.name },
    });
  return mayGuess(input) ? guessInTurn(ctx, confirm) : confirm();
}

function mayGuess({ vouchers, promoCodes }: VisitInput): boolean {
  return promoCodes.length > 0 || vouchers.some(({ voucher }) => "code" in voucher);
}

function idsOf({ rewards, vouchers, promoCodes, sale, issue }: VisitInput) {
  return {
    redemptions: rewards.length + vouchers.length + promoCodes.length,
    ...(sale && { transactions: 1, level_changes: 1 }),
    ...(issue && { vouchers: 1, audit_entries: 1 }),
  };
}

async function write(
  ctx: CoreContext,
  idempotency: CoreContext["idempotency"],
  input: VisitInput,
): Promise<Visit> {
  const keyed = idempotency ? { ...ctx, idempotency } : ctx;
  const entered = await enterVisit(keyed, input);
  if (entered.frame) return entered.frame;
  const { storeId, today, customer, membership } = entered.changed;
  await refuseSold(ctx, input, entered.changed);
  const lines = await redeemLines(ctx, input, customer);
  const added = await sell(ctx, input);
  const issued = await issue(ctx, input, today, added?.sale.id ?? null);
  const visit = {
    ...{ storeId, customer },
    membership: added?.membership ?? lines.membership ?? membership,
    redemptions: lines.redemptions,
    sale: added?.sale ?? null,
    issuedVoucher: issued,
  };
  await storeVisit(keyed, visit);
  return visit;
}

/**
 * Throws `duplicate_invoice_number` if the visit redeems or issues anything and its sale is already recorded.
 * This comes before the lines. If a caller repeats a visit whose answer was lost, the lines would be refused,
 * because the first call has redeemed them. `sell` checks again when it writes the sale.
 */
async function refuseSold(
  ctx: CoreContext,
  input: VisitInput,
  entered: Pick<Visit, "storeId" | "customer">,
): Promise<void> {
  const sale = saleOf(input);
  if (!sale || !mustBeNew(input)) return;
  const recorded = await findRecordedSale(ctx, sale, entered);
  if (recorded) throw new Failure(soldBefore(recorded));
}

/** Returns whether the visit redeems or issues anything. Its sale must then not be recorded yet. */
function mustBeNew(input: VisitInput): boolean {
  return redeemsAnything(input) || input.issue !== null;
}

function saleOf({ user, store, channel, sale }: VisitInput) {
  return sale && { ...sale, user, store, channel };
}

async function issue(
  ctx: CoreContext,
  { user, issue }: VisitInput,
  today: string,
  transactionId: number | null,
) {
  if (!issue) return null;
  const given = {
    ...{ user, ...issue, quantity: 1, startDate: null, today, notes: null },
    transactionId,
  };
  const issued = await issueToCustomer(ctx, given).catch((error) => {
    throw error instanceof Failure ? new Failure(refusalOfIssue(error.refusal, "issue")) : error;
  });
  return issuedVoucher(issued);
}

/**
 * Adds the visit's sale, within the limits of the staff (`limitSale`). A visit that neither redeems nor issues
 * anything may repeat its sale, as `addSale` allows. The repeat gives nothing, so no limit counts it.
 */
async function sell(ctx: CoreContext, input: VisitInput) {
  const sale = saleOf(input);
  if (!sale) return null;
  const add = async (part: CoreContext) => {
    let isRepeat = false;
    const onReplay = () => {
      isRepeat = true;
      part.onReplay?.();
    };
    const added = await addSale({ ...part, onReplay }, sale);
    if (!isRepeat) await limitSale(part, added);
    return added;
  };
  return mustBeNew(input)
    ? refuseRepeats(ctx, add, (repeated) => soldBefore(repeated.sale))
    : add(ctx);
}
