import type { Card } from "./types.ts";

/** What a customer is called: somebody who has just been registered has no name yet. */
export function nameOf(customer: Card["customer"]): string {
  const { name, mobileNumber, email, memberId } = customer;
  return name || mobileNumber || email || memberId || "";
}
