import type { ReturnInput } from "@stampbook/core/sales";
import { giveBack } from "./cancel.ts";
import { date, type Model, type Redemption, type Sale, today, type Voucher } from "./model.ts";
import { agree, type Step, step } from "./step.ts";
import { type Draw, nth } from "./visit.ts";
import type { Real } from "./world.ts";

/**
 * Takes some full tens (10.00) of a sale back, sometimes with the redemptions of its invoice. Prefers sales with
 * such redemptions, or whose stamps are spent. Null if there is no sale.
 */
export function addReturn(model: Model, real: Real, draw: Draw): Step | null {
  if (!model.sales.length) return null;
  const open = model.sales.filter(({ status }) => status !== "Canceled");
  const redeemed = open.filter((sale) => redemptionsOf(model, sale).length);
  const poor = open.filter(({ member, earned }) => member && member.stamps < earned);
  const rare = draw.flag ? redeemed : poor;
  const of = [draw.qty > 1 ? rare : open, open, model.sales].find((some) => some.length) ?? [];
  const { store: from, invoiceNumber, day } = nth(of, draw.thing);
  const tens = draw.amount % 4;
  const to = nth(real.stores, draw.store);
  const number = `BACK-${draw.qty}`;
  const input: ReturnInput = {
    ...{ invoiceNumber, store: from.id, businessDay: date(day), returnedAt: null },
    ...{ returnInvoiceNumber: number, returnStore: to.id, vouchers: [] },
    ...{ cancelsRedemptions: draw.flag, issue: null, keepsIssuedVouchers: false },
    modification: {
      total: tens ? `-${tens * 10}.00` : "0.00",
      ...{ subtotal: null, items: [], payments: [], stamps: null },
    },
  };
  const content = JSON.stringify(input);
  const saleNow = (now: Model) =>
    nth(
      now.sales.filter(
        (sale) =>
          sale.store === from &&
          sale.invoiceNumber === invoiceNumber &&
          sale.day === day &&
          !sale.isSuperseded,
      ),
      0,
    );
  const recorded = (now: Model) =>
    now.returns.find(
      (one) => one.store === to && one.number === number && one.day === today(now, to),
    );
  return step({
    operation: "addReturn",
    input,
    predict: (now) => {
      const known = recorded(now);
      if (known) return known.content === content ? null : "duplicate_invoice_number";
      const sale = saleNow(now);
      if (sale.status === "Canceled") return "invalid_transaction";
      if (tens > sale.tens - sale.returned) return "invalid";
      return draw.flag && isKept(now, sale) ? "voucher_already_redeemed" : null;
    },
    isRepeat: (now) => recorded(now)?.content === content,
    call: (ctx) => real.verbs.addReturn(ctx, input),
    apply: async (now, { returned, sale: told, membership }) => {
      const known = recorded(now);
      if (known) return agree("the return", returned.id, known.id);
      const sale = saleNow(now);
      const canceled = draw.flag ? redemptionsOf(now, sale) : [];
      const ids = canceled.map(({ id }) => id);
      agree("canceled redemptions", returned.others?.canceledRedemptions ?? [], ids);
      for (const redemption of canceled)
        giveBack(now, redemption, false, await replacementOf(real, redemption));
      sale.returned += tens;
      const due = sale.earned - Math.min(sale.earned, sale.tens - sale.returned);
      const taken = Math.min(due, sale.member?.stamps ?? 0);
      sale.earned -= due;
      if (sale.member) {
        sale.member.stamps -= taken;
        sale.member.owed += due - taken;
      }
      now.returns.push({ id: returned.id, store: to, number, day: today(now, to), content });
      agree("the sale", [told.id, told.stampsEarned], [sale.id, sale.earned]);
      agree("stamps taken", [returned.taken, returned.owed], [taken, due - taken]);
      const { stamps = null, owed = null } = sale.member ?? {};
      agree(
        "stamps left",
        [membership?.stamps ?? null, membership?.stampsOwed ?? null],
        [stamps, owed],
      );
    },
  });
}

/** The redemptions of a sale's customer, store, day and invoice number that are not canceled, by id. */
const redemptionsOf = ({ redemptions }: Model, { member, store, day, invoiceNumber }: Sale) =>
  redemptions
    .filter((one) => !one.isCanceled && one.member === member && one.store === store)
    .filter((one) => one.madeOn === day && one.invoiceNumber === invoiceNumber)
    .sort((one, other) => one.id - other.id);

/** Whether a redemption of a sale cannot be canceled, because a voucher that it issued stays spent. */
function isKept(model: Model, sale: Sale): boolean {
  const open = new Set(model.redemptions.filter(({ isCanceled }) => !isCanceled));
  const spends = ({ whole, deducted }: Redemption, voucher: Voucher) =>
    whole?.voucher === voucher || deducted?.voucher === voucher;
  return redemptionsOf(model, sale).some((redemption) => {
    open.delete(redemption);
    return redemption.issued.some((voucher) => [...open].some((one) => spends(one, voucher)));
  });
}

/** The voucher with the value that a cancel did not give back to the voucher that it had been taken from. */
async function replacementOf({ harness, merchant }: Real, { id }: Redemption) {
  const vouchers = (await harness.rows(merchant)).get("vouchers")?.values() ?? [];
  return ([...vouchers].find(({ replacesRedemptionId }) => replacesRedemptionId === id) ??
    null) as Parameters<typeof giveBack>[3];
}
