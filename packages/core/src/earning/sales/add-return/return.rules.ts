import { canonical } from "../../../foundation/canonical.rules.ts";
import type { Refusal } from "../../../foundation/failures.ts";
import type { Modification, RecordedContent } from "../modify-sale/modification.rules.ts";
import type { ReturnInput } from "./types.ts";

/** Refuses a return that names no part of what its sale still has. Null if it lacks nothing. */
export function whatIsMissing(sale: RecordedContent, asked: Modification): Refusal | null {
  const isLeft = (amount: string) => Number(amount) > 0;
  const lacks = {
    subtotal_delta: sale.subtotal !== null && asked.subtotal === null,
    items: !asked.items.length && sale.items.some(({ quantity }) => isLeft(quantity)),
    payments: !asked.payments.length && sale.payments.some(({ value }) => isLeft(value)),
  };
  const field = Object.keys(lacks).find((name) => lacks[name as keyof typeof lacks]);
  if (field === undefined) return null;
  return {
    code: "required",
    field,
    message: "This field is required, because the transaction has it.",
    rule: "a return names each part of its sale",
  };
}

const fields: Readonly<Record<string, string>> = {
  total_value: "total_value_delta",
  subtotal: "subtotal_delta",
  stamps: "stamps_to_deduct",
};

/** The refusal of a modification, on the field of a return. */
export function renamed(refusal: Refusal): Refusal {
  const { field } = refusal;
  return field === undefined ? refusal : { ...refusal, field: fields[field] ?? field };
}

/** A sale after a return, with only the lines and payments that changed. Nulls are unchanged. */
type Changed = {
  readonly [Name in "total" | "subtotal" | "spending"]: string | null;
} & { readonly stampsEarned: number | null; readonly items: unknown; readonly payments: unknown };

/** The sale after a return, with all its lines and payments. */
export function contentAfter(before: RecordedContent, changed: Changed): RecordedContent {
  const merged = <Line extends { readonly line: number }>(
    lines: readonly Line[],
    others: unknown,
  ): readonly Line[] =>
    lines.map((line) => ({
      ...line,
      ...(others as readonly Partial<Line>[]).find((other) => other.line === line.line),
    }));
  return {
    ...before,
    total: changed.total ?? before.total,
    subtotal: changed.subtotal ?? before.subtotal,
    spending: changed.spending ?? before.spending,
    stampsEarned: changed.stampsEarned ?? before.stampsEarned,
    items: merged(before.items, changed.items),
    payments: merged(before.payments, changed.payments),
  };
}

/** Returns a return's content as a text that is equal for a repeated call. Leaves out its time and the reason. */
export function digestOf({ returnedAt, reason, ...content }: ReturnInput): string {
  return canonical(content);
}

/** The refusal of a voucher for the customer of a sale that has none. */
export const notForNobody: Refusal = {
  code: "invalid",
  field: "issue_voucher",
  message: "The transaction has no customer.",
  rule: "a voucher is issued to a customer",
};
