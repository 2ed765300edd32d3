import type { Card } from "./types.ts";

type Known = Pick<Card["customer"], "name" | "mobileNumber" | "email" | "memberId">;

/** Returns the customer's name. A new customer without a name is called by phone, email or Member ID. */
export function nameOf({ name, mobileNumber, email, memberId }: Known): string {
  return name || mobileNumber || email || memberId || "";
}

/** Returns a found customer's id, and the name by which they are called. */
export function named(customer: Known & { readonly id: number }): { id: number; name: string } {
  return { id: customer.id, name: nameOf(customer) };
}
