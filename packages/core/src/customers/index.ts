export { readIdentifier } from "./identifier.rules.ts";
export { checkMember, membershipStatusName } from "./membership.rules.ts";
export { toE164 } from "./mobile-number.rules.ts";
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
