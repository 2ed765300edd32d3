import { amountOf, hundredths } from "../../../holding/vouchers/amount.rules.ts";
import { methodKeyOf } from "../content.rules.ts";

type Paid = { readonly method: string; readonly value: string };

/** A payment of a recorded sale. */
export type RecordedPayment = Paid & {
  readonly line: number;
  readonly earned: boolean;
  readonly countsForLevels: boolean;
};

/** A payment that goes back: its method, and a value of 0 or less. */
export type PaymentBack = Paid;

/** A sale's total before and after a modification. */
type Totals = { readonly before: string; readonly after: string };

/**
 * Returns the payments of a sale after a modification. Without `back` each shrinks with the total, half up to
 * cents. With `back` each line reduces the payments of its method, and what they do not hold reduces the
 * others. Payments that did not exceed the total do not exceed it afterwards. Null if more goes back than was
 * paid. Unchanged payments are the same objects.
 */
export function paymentsAfter<Payment extends Paid>(
  recorded: readonly Payment[],
  back: readonly PaymentBack[],
  totals: Totals,
): readonly Payment[] | null {
  const [before, after] = [hundredths(totals.before), hundredths(totals.after)];
  const paid = sumOf(recorded);
  const inProportion = before === 0n ? paid : halfUp(paid * after, before);
  const most = inProportion > after ? inProportion : after;
  if (!back.length) return scaled(recorded, { part: after, whole: before, most });
  const left = withoutBack(recorded, back);
  if (!left) return null;
  const rest = sumOf(left);
  return rest > most ? scaled(left, { part: most, whole: rest, most }) : left;
}

/** Takes what goes back off the payments of its method, then the rest off all, each in their order. */
function withoutBack<Payment extends Paid>(
  recorded: readonly Payment[],
  back: readonly PaymentBack[],
): readonly Payment[] | null {
  const left = recorded.map((payment) => hundredths(payment.value));
  const take = (amount: bigint, isOf: (payment: Payment) => boolean) => {
    let missing = amount;
    for (const [index, payment] of recorded.entries()) {
      const had = left[index] ?? 0n;
      if (!isOf(payment)) continue;
      left[index] = had > missing ? had - missing : 0n;
      missing -= had - (left[index] ?? 0n);
    }
    return missing;
  };
  let beyond = 0n;
  for (const { method, value } of back) {
    const key = methodKeyOf(method);
    beyond += take(-hundredths(value), (payment) => methodKeyOf(payment.method) === key);
  }
  if (take(beyond, () => true) > 0n) return null;
  return recorded.map((payment, index) => withValue(payment, left[index] ?? 0n));
}

/**
 * Multiplies each payment by `part` and divides it by `whole`. Roundings beyond `most` come off the last
 * payments.
 */
function scaled<Payment extends Paid>(
  payments: readonly Payment[],
  { part, whole, most }: { readonly part: bigint; readonly whole: bigint; readonly most: bigint },
): readonly Payment[] {
  if (whole === 0n) return payments;
  const values = payments.map(({ value }) => halfUp(hundredths(value) * part, whole));
  let excess = values.reduce((sum, value) => sum + value, 0n) - most;
  for (let index = values.length - 1; excess > 0n && index >= 0; index--) {
    const value = values[index] ?? 0n;
    const less = value < excess ? value : excess;
    values[index] = value - less;
    excess -= less;
  }
  return payments.map((payment, index) => withValue(payment, values[index] ?? 0n));
}

function withValue<Payment extends Paid>(payment: Payment, value: bigint) {
  return hundredths(payment.value) === value ? payment : { ...payment, value: amountOf(value) };
}

function sumOf(payments: readonly Paid[]): bigint {
  return payments.reduce((sum, { value }) => sum + hundredths(value), 0n);
}

function halfUp(amount: bigint, divisor: bigint): bigint {
  return (amount * 2n + divisor) / (divisor * 2n);
}
