export { addCustomer, type NewCustomer } from "./add-customer.ts";
export type { Adjustment } from "./adjust-stamps/adjust-stamps.rules.ts";
export { adjustStamps } from "./adjust-stamps/adjust-stamps.ts";
export { blockCustomer } from "./block-customer.ts";
export { type CustomerFields, isEmail } from "./change.rules.ts";
export { type CustomerEdit, editCustomer } from "./edit-customer.ts";
export { getCustomer, type Profile } from "./get-customer.ts";
export { readIdentifier } from "./identifier.rules.ts";
export { type Identifiers, identifierEntries } from "./identifiers.rules.ts";
export { listClashingMemberIds } from "./list-clashing-member-ids.ts";
export { listStampChanges, type StampChange } from "./list-stamp-changes.ts";
export { customerLookup } from "./lookup.sql.ts";
export { isMemberId } from "./member-id.rules.ts";
export { checkMember, membershipStatusName } from "./membership.rules.ts";
export { digitsOf, toE164 } from "./mobile-number.rules.ts";
export { reserveMemberIds } from "./reserve-member-ids.ts";
export { type CustomerFilter, type CustomerListed, searchCustomers } from "./search-customers.ts";
export {
  customerArm,
  customerDoc,
  customerParameters,
  membershipArm,
  membershipDoc,
} from "./store.ts";
export type {
  Customer,
  CustomerRef,
  Identifier,
  IdentifierForm,
  Membership,
  MembershipStatus,
} from "./types.ts";
