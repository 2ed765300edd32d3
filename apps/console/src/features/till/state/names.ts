import type { Card } from "./types.ts";

/** Returns the customer's name. A new customer without a name is called by phone, email or Member ID. */
export function nameOf(customer: Card["customer"]): string {
  const { name, mobileNumber, email, memberId } = customer;
  return name || mobileNumber || email || memberId || "";
}
