import { distinctMemberIds, identifierEntries } from "@stampbook/core/customers";
import type { Moved } from "@stampbook/core/moving";
import type { KeySet } from "./key-set.ts";

const paths = {
  email: "email",
  mobileNumber: "mobile_number",
  memberId: "member_id",
  otherMemberIds: "other_member_ids",
} as const;

/**
 * Checks a customer's identifiers. A Member ID must not be listed twice. No identifier may equal one of an
 * earlier record. If a Member ID reads as an email or a mobile number, that reading counts as an identifier
 * too.
 */
export function identifierProblems(
  row: Moved["customers"],
  index: number,
  country: string,
  keysOf: (what: string) => KeySet,
): { readonly path: string; readonly text: string }[] {
  const problems: { path: string; text: string }[] = [];
  const says = (path: string, text: string) => problems.push({ path, text });
  const own = [...(row.memberId === null ? [] : [row.memberId]), ...row.otherMemberIds];
  if (distinctMemberIds(own).length < own.length)
    says(paths.otherMemberIds, "names a Member ID twice");
  const reserved = keysOf("customers reserved");
  for (const { form, value, isReserved, field } of identifierEntries(row, country)) {
    const key = `${form} ${value}`;
    const before = keysOf("customers identifiers").add(key, index);
    const wasReserved = reserved.has(key);
    if (isReserved) reserved.add(key, index);
    if (before === null) continue;
    const other = `customers[${before}]`;
    if (isReserved)
      says(paths[field], `reads as the ${wasReserved ? "Member ID" : paths[form]} of ${other}`);
    else if (wasReserved) says(paths[field], `is what a Member ID of ${other} reads as`);
    else says(paths[field], `is the same as ${other}.${paths[form]}`);
  }
  return problems;
}
