import type { SaleInput } from "@stampbook/core/sales";
import {
  date,
  earn,
  type Member,
  type Model,
  programme,
  type Sale,
  type Store,
  today,
} from "./model.ts";
import { agree, type Step, step } from "./step.ts";
import { type Draw, nth } from "./visit.ts";
import type { Real } from "./world.ts";

/** A new sale. Each full ten (10.00) of its total earns a stamp, up to the daily limit. */
type Rung = {
  readonly member: Member | null;
  readonly store: Store;
  readonly invoiceNumber: string;
  readonly tens: number;
  readonly replaceCanceled: boolean;
};

/**
 * Draws a sale. Sales with the same invoice number usually have the same total. Some sales have no customer, and
 * some are of the customer and the store of the newest redemption, if that was made today.
 */
function rungUp(model: Model, real: Real, draw: Draw): Rung {
  const number = draw.thing % 3;
  const last = model.redemptions.at(-1);
  const isLast = draw.qty > 1 && last !== undefined && last.madeOn === today(model, last.store);
  const { member, store } = isLast
    ? last
    : { member: nth(model.members, draw.member), store: nth(real.stores, draw.store) };
  return {
    member: draw.flag && draw.qty === 1 ? null : member,
    store,
    invoiceNumber: `INV-${number}`,
    tens: draw.qty === 3 ? draw.amount : 2 * number + 1,
    replaceCanceled: draw.amount % 2 === 0,
  };
}

const contentOf = ({ member, store, tens }: Rung) => ({
  ...{ store: store.id, user: member?.email ?? null, total: `${tens * 10 + 5}.00` },
  ...{ subtotal: null, items: [], payments: [] },
});

const inputOf = (rung: Rung): SaleInput => ({
  ...contentOf(rung),
  invoiceNumber: rung.invoiceNumber,
  replaceCanceled: rung.replaceCanceled,
  ...{ people: 1, soldAt: null, discount: null, serviceCharge: null, tax: null, channel: null },
  ...{ type: null, stamps: null, employeeCode: null, extraData: null },
});

/** The stamps that a sale would earn now, by the tens that are left of it. */
function earnedNow(model: Model, { member, store }: Rung, tens: number): number {
  if (!member) return tens;
  const before = model.sales
    .filter((sale) => sale.member === member && sale.status === "Created")
    .filter(({ day }) => day === today(model, store))
    .reduce((sum, { earned }) => sum + earned, 0);
  return Math.min(tens, Math.max(0, programme.earnMaxPerDay - before));
}

const recorded = (model: Model, { store, invoiceNumber }: Rung): Sale | undefined =>
  model.sales.find(
    (sale) =>
      sale.store === store &&
      !sale.isSuperseded &&
      sale.invoiceNumber === invoiceNumber &&
      sale.day === today(model, store),
  );

/**
 * A call without a customer repeats a sale of the same total, whoever its customer is. Nothing repeats a
 * canceled sale.
 */
const isRepeated = (sale: Sale, { member, tens }: Rung) =>
  sale.status !== "Canceled" && sale.tens === tens && (member === null || sale.member === member);

const isClaimed = (sale: Sale, { member, tens }: Rung) =>
  sale.status === "Open" && member !== null && sale.tens === tens;

const isReplaced = ({ status }: Sale, { replaceCanceled }: Rung) =>
  status === "Canceled" && replaceCanceled;

export function addSale(model: Model, real: Real, draw: Draw): Step {
  const rung = rungUp(model, real, draw);
  const { member, store, invoiceNumber, tens } = rung;
  const input = inputOf(rung);
  return step({
    operation: "addSale",
    input,
    predict: (now) => {
      const sale = recorded(now, rung);
      if (!sale || isReplaced(sale, rung)) return null;
      if (isRepeated(sale, rung) || isClaimed(sale, rung)) return null;
      return "duplicate_invoice_number";
    },
    isRepeat: (now) => {
      const sale = recorded(now, rung);
      return sale !== undefined && isRepeated(sale, rung);
    },
    call: (ctx) => real.verbs.addSale(ctx, input),
    apply: (now, { sale: told, membership }) => {
      const found = recorded(now, rung);
      const known = found && isReplaced(found, rung) ? undefined : found;
      if (found && !known) found.isSuperseded = true;
      if (known) agree("the sale", told.id, known.id);
      const sale: Sale = known ?? {
        ...{ id: told.id, store, invoiceNumber, tens, day: today(now, store) },
        ...{ member: null, returned: 0, earned: 0, paidOff: 0, status: "Open" },
        isSuperseded: false,
      };
      if (sale.status === "Open" && member) {
        sale.earned = earnedNow(now, rung, sale.tens - sale.returned);
        sale.member = member;
        sale.status = "Created";
        sale.paidOff = earn(member, sale.earned);
      }
      if (!known) now.sales.push(sale);
      agree("the sale", [told.status, told.stampsEarned], [sale.status, sale.earned]);
      agree("stamps left", membership?.stamps ?? null, member?.stamps ?? null);
    },
  });
}

/** Cancels a sale by its id or its invoice number. Null if there is no sale. */
export function cancelSale(model: Model, real: Real, draw: Draw): Step | null {
  if (!model.sales.length) return null;
  const sale = nth(model.sales, draw.thing);
  const { id, store, invoiceNumber, day } = sale;
  /** What paid a debt is owed again first. */
  const paidBack = () => Math.min(sale.earned, sale.paidOff);
  const byInvoice = draw.flag && !sale.isSuperseded;
  const invoice = { store: store.id, invoiceNumber, businessDay: date(day) ?? "" };
  return step({
    operation: "cancelSale",
    input: byInvoice ? invoice : { id },
    predict: () =>
      sale.status === "Created" && (sale.member?.stamps ?? 0) + paidBack() < sale.earned
        ? "insufficient_stamps"
        : null,
    call: async (ctx) =>
      real.verbs.cancelSale(ctx, byInvoice ? await real.verbs.findSale(ctx, invoice) : id),
    apply: (_, { sale: told, membership }) => {
      const { member } = sale;
      if (sale.status === "Created" && member) {
        member.stamps += paidBack() - sale.earned;
        member.owed += paidBack();
      }
      sale.status = "Canceled";
      agree("the sale", [told.id, told.status, told.stampsEarned], [id, "Canceled", sale.earned]);
      agree("stamps left", membership?.stamps ?? null, sale.member?.stamps ?? null);
    },
  });
}

/** Asks what a sale would earn now, which changes nothing. */
export function previewEarnings(model: Model, real: Real, draw: Draw): Step {
  const rung = rungUp(model, real, draw);
  const input = contentOf(rung);
  return step({
    operation: "previewEarnings",
    input,
    isRead: true,
    predict: () => null,
    call: (ctx) => real.verbs.previewEarnings(ctx, input),
    apply: (now, stamps) => agree("stamps of a preview", stamps, earnedNow(now, rung, rung.tens)),
  });
}
