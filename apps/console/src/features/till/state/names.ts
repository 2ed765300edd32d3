import { nameOf } from "../../../rpc/customer-name.ts";
import type { Card, Line } from "./types.ts";

type Known = Pick<Card["customer"], "name" | "mobileNumber" | "email" | "memberId">;

/** Returns a text that a look-up finds the customer by: Member ID, email or phone, else the name. */
export function codeOf({ name, mobileNumber, email, memberId }: Known): string {
  return memberId || email || mobileNumber || name;
}

/** Returns a found customer's id, and the name to show for them. */
export function named(customer: Known & { readonly id: number }): { id: number; name: string } {
  return { id: customer.id, name: nameOf(customer) };
}

/**
 * Returns the name of a line's item. For a promo code, returns the code. Undefined for a reward or a voucher
 * if the card is not read yet, or no longer lists the item.
 */
export function nameOfItem(line: Line, card: Card | undefined): string | undefined {
  if (line.kind === "reward") return card?.rewards.find(({ id }) => id === line.id)?.name;
  if (line.kind === "voucher") return card?.vouchers.find(({ id }) => id === line.id)?.name;
  return line.kind === "unowned" ? line.name : line.code;
}
