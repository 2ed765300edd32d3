import type { Refusal } from "../../../foundation/failures.ts";
import { amountOf, hundredths } from "../../../holding/vouchers/amount.rules.ts";
import { spendingOf } from "../content.rules.ts";
import { type Programme, stampsByAmount } from "../earning.rules.ts";
import { type PaymentBack, paymentsAfter, type RecordedPayment } from "./payments.rules.ts";

/**
 * Amounts, items, payments and stamps to take off a sale. Amounts and quantities are decimals of 0 or less in
 * strings.
 */
export type Modification = {
  readonly total: string;
  /** Null: the call names no subtotal. */
  readonly subtotal: string | null;
  readonly items: readonly {
    readonly product: string;
    readonly quantity: string;
    /** The amount that goes back, 0 or less. Absent: the part of the lines' subtotals for the quantity. */
    readonly subtotal?: string;
  }[];
  /** The payments that go back. If there are none, all payments shrink with the total. */
  readonly payments: readonly PaymentBack[];
  /** The change of the sale's earned stamps. Null: the change is computed (`modifyContent`). */
  readonly stamps: number | null;
};

/** A line of a recorded sale. Amounts have two places, the quantity three. */
type RecordedItem = {
  readonly line: number;
  readonly product: string;
  readonly quantity: string;
  readonly subtotal: string;
  readonly stamps: number | null;
  readonly isEligible: boolean;
};

/** A recorded sale, with the data from which a modification is computed. */
export type RecordedContent = {
  readonly total: string;
  /** The total before any modification. */
  readonly originalTotal: string;
  readonly subtotal: string | null;
  /** The part of the total that counts for levels. */
  readonly spending: string;
  readonly stampsEarned: number;
  /** The number of stamps that the POS sent with the sale, if any. */
  readonly stampsSent: number | null;
  /** How the stamps were computed; null for an imported sale. */
  readonly rule: "amount" | "pos" | null;
  readonly multiplier: string | null;
  /** The most stamps that the sale could earn within the caps. Null: no limit is known. */
  readonly earnLimit: number | null;
  readonly programme: Programme | null;
  readonly items: readonly RecordedItem[];
  readonly payments: readonly RecordedPayment[];
};

/** A sale after a modification. */
export type ModifiedContent = {
  readonly total: string;
  readonly subtotal: string | null;
  readonly spending: string;
  readonly stampsEarned: number;
  /** Only the lines that changed. */
  readonly items: readonly Pick<RecordedItem, "line" | "quantity" | "subtotal" | "stamps">[];
  /** Only the payments that changed. */
  readonly payments: readonly Pick<RecordedPayment, "line" | "value">[];
};

/**
 * Names the part of a modification that takes off more than the sale has. `product`: the sale has no such
 * product.
 */
export type TooMuch = {
  readonly tooMuch: "total" | "subtotal" | "quantity" | "product" | "payments" | "stamps";
  /** The index of the item in the modification. */
  readonly item?: number;
};

/**
 * Returns the sale after a modification, or the part that takes off too much. Items are matched by product.
 * The subtotal and own stamps of a line shrink with its quantity, payments by `paymentsAfter`. Stamps by amount
 * are computed again by the rule, the multiplier and the caps of the sale from what is left, and never grow.
 * Stamps that the POS sent, and stamps of an imported sale, shrink with the total. If the modification names
 * stamps, these are taken off instead, unless the programme stored with the sale accepts no stamps from the
 * POS. Stamps that are added stay within the limit of the sale. Interface 2, section 3.
 */
export function modifyContent(
  sale: RecordedContent,
  modification: Modification,
): ModifiedContent | TooMuch {
  const total = hundredths(sale.total) + hundredths(modification.total);
  if (total < 0n) return { tooMuch: "total" };
  const less = hundredths(modification.subtotal ?? "0.00");
  const subtotal = sale.subtotal === null ? null : hundredths(sale.subtotal) + less;
  if (subtotal === null ? less < 0n : subtotal < 0n) return { tooMuch: "subtotal" };
  const items = takeItems(sale.items, modification.items);
  if ("tooMuch" in items) return items;
  const totals = { before: sale.total, after: amountOf(total) };
  const payments = paymentsAfter(sale.payments, modification.payments, totals);
  if (!payments) return { tooMuch: "payments" };
  const after = {
    total: totals.after,
    subtotal: subtotal === null ? null : amountOf(subtotal),
    items: items.lines,
    payments,
  };
  const stampsEarned = stampsAfter(sale, after, modification.stamps);
  if (stampsEarned < 0) return { tooMuch: "stamps" };
  return {
    ...after,
    spending: spendingOf(after.total, payments.length ? payments : uncountedAfter(sale, totals)),
    stampsEarned,
    items: items.lines.filter((line, index) => line !== sale.items[index]),
    payments: payments.filter((payment, index) => payment !== sale.payments[index]),
  };
}

/**
 * An imported sale has no payments. Returns the part of its total that does not count for levels as one
 * payment, which shrinks with the total.
 */
function uncountedAfter(
  { total, spending }: RecordedContent,
  totals: Parameters<typeof paymentsAfter>[2],
) {
  const uncounted = hundredths(total) - hundredths(spending);
  if (uncounted <= 0n) return [];
  const payment = { method: "", value: amountOf(uncounted), countsForLevels: false };
  return paymentsAfter([payment], [], totals) ?? [];
}

/** The refusal of a modification that takes off more than the sale has. */
export function tooMuchTaken({ tooMuch, item }: TooMuch, { items }: Modification): Refusal {
  const line = `Line ${(item ?? 0) + 1}`;
  const product = items[item ?? 0]?.product;
  if (tooMuch === "product")
    return {
      code: "product_not_found",
      message: `${line}: the transaction has no product "${product}".`,
      rule: "the sale has the product",
    };
  const field = tooMuch === "quantity" ? "items" : tooMuch;
  return {
    code: "invalid",
    field: field === "total" ? "total_value" : field,
    message:
      tooMuch === "quantity"
        ? `${line}: fewer of "${product}" are left.`
        : `The transaction has less than that.`,
    rule: "no more is taken off than the sale has",
  };
}

/** Takes the quantity of each item off the lines of its product, in their order. Returns all lines. */
function takeItems(
  recorded: readonly RecordedItem[],
  taken: Modification["items"],
): TooMuch | { readonly lines: readonly RecordedItem[] } {
  const lines = [...recorded];
  for (const [item, { product, quantity, subtotal }] of taken.entries()) {
    let missing = -thousandths(quantity);
    let amount = subtotal === undefined ? null : -hundredths(subtotal);
    if (!lines.some((line) => line.product === product)) return { tooMuch: "product", item };
    for (const [index, line] of lines.entries()) {
      if (line.product !== product || missing === 0n) continue;
      const had = thousandths(line.quantity);
      const left = had > missing ? had - missing : 0n;
      const part = amount === null ? null : spread(amount, { missing, taken: had - left });
      if (left < had) lines[index] = shrunk(line, { had, left, part });
      missing -= had - left;
      if (amount !== null && part !== null) amount -= part;
    }
    if (missing > 0n) return { tooMuch: "quantity", item };
  }
  return { lines };
}

/** The part of an amount for what is taken off one line. The last line gets the rest. */
const spread = (
  amount: bigint,
  { missing, taken }: { readonly missing: bigint; readonly taken: bigint },
) => (amount * taken * 2n + missing) / (missing * 2n);

/** `part` is the amount to take off; null is the part of the subtotal for the quantity, half up. */
function shrunk(
  line: RecordedItem,
  {
    had,
    left,
    part,
  }: { readonly had: bigint; readonly left: bigint; readonly part: bigint | null },
): RecordedItem {
  const before = hundredths(line.subtotal);
  const rest = part === null ? (before * left * 2n + had) / (had * 2n) : before - part;
  const subtotal = left > 0n && rest > 0n ? rest : 0n;
  return {
    ...line,
    quantity: quantityOf(left),
    subtotal: amountOf(subtotal),
    stamps: line.stamps === null ? null : Number((BigInt(line.stamps) * left) / had),
  };
}

/** Whether the programme of the sale accepts stamps that the POS computed. */
export const acceptsStamps = ({ programme }: Pick<RecordedContent, "programme">): boolean =>
  programme?.acceptsStampsFromPos ?? true;

function stampsAfter(
  sale: RecordedContent,
  after: Pick<RecordedContent, "total" | "subtotal" | "items" | "payments">,
  difference: number | null,
): number {
  const { stampsEarned, rule, programme, multiplier, earnLimit } = sale;
  if (difference !== null && acceptsStamps(sale))
    return difference > 0
      ? Math.max(stampsEarned, Math.min(stampsEarned + difference, earnLimit ?? Infinity))
      : stampsEarned + difference;
  const most = Math.min(stampsEarned, earnLimit ?? stampsEarned);
  if (rule === "amount" && programme && multiplier !== null) {
    const payments = after.payments.map(({ value, earned }) => ({ value, isEligible: earned }));
    return Math.min(
      most,
      stampsByAmount({ ...after, payments, stamps: null }, programme, multiplier),
    );
  }
  const [figure, total] =
    sale.stampsSent === null ? [stampsEarned, sale.total] : [sale.stampsSent, sale.originalTotal];
  if (hundredths(total) === 0n) return Math.min(most, figure);
  return Math.min(most, Number((BigInt(figure) * hundredths(after.total)) / hundredths(total)));
}

/** Returns a quantity in thousandths. The text has at most three places. */
function thousandths(quantity: string): bigint {
  const [whole = "0", places = ""] = quantity.split(".");
  return BigInt(whole + places.padEnd(3, "0"));
}

function quantityOf(quantity: bigint): string {
  const digits = String(quantity).padStart(4, "0");
  return `${digits.slice(0, -3)}.${digits.slice(-3)}`;
}
