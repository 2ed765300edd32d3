import type { Customer } from "../customers/types.ts";

/** A customer's Member IDs, the primary one first. A customer without a Member ID has the id as a string. */
export function memberIdsOf(
  { id, memberId }: Pick<Customer, "id" | "memberId">,
  others: readonly string[],
): readonly string[] {
  const all = memberId === null ? others : [memberId, ...others];
  return all.length > 0 ? all : [String(id)];
}
