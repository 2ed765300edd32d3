import type { StaffRole } from "../../../foundation/context.ts";
import type { Refusal } from "../../../foundation/failures.ts";

/** A member's role and stores. */
export type MemberFields = {
  readonly role: StaffRole;
  /** Empty means every store. */
  readonly stores: readonly number[];
};

/** Refuses unknown stores, and any stores for an owner. */
export function checkMemberFields(
  { role, stores }: MemberFields,
  unknownStores: readonly number[],
): Refusal | null {
  if (unknownStores.length)
    return {
      code: "invalid_store",
      field: "stores",
      message: `Store ${unknownStores.join(", ")} is not known`,
      rule: "stores are the merchant's",
    };
  return role === "owner" && stores.length
    ? {
        code: "invalid",
        field: "stores",
        message: "Owners cannot be limited to stores.",
        rule: "owners act in every store",
      }
    : null;
}

/** The refusal of a change that would leave the merchant without an owner. */
export const lastOwner: Refusal = {
  code: "invalid",
  field: "role",
  message: "This is the last owner. Make another person an owner first.",
  rule: "a merchant has an owner",
};

/** The refusal of a person who does not work for the merchant. */
export const noMember: Refusal = {
  code: "invalid",
  field: "userId",
  message: "This person does not work here.",
  rule: "the person works for the merchant",
};
