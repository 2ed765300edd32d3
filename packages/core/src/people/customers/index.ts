export { canBeBirthday, canBeBirthdaySql, impossibleBirthday } from "./birthday.rules.ts";
export {
  customerArm,
  customerDoc,
  customerParameters,
  membershipArm,
  membershipDoc,
  needsNameDoc,
} from "./customer.sql.ts";
export { blockCustomer } from "./editing/block-customer.sql.ts";
export { type CustomerEdit, editCustomer } from "./editing/edit-customer.sql.ts";
export {
  type CustomerFields,
  invalidEmail,
  isEmail,
  refuseFields,
  unknownLevel,
} from "./fields.rules.ts";
export { levelCauses, listLevelChanges } from "./finding/level-changes.sql.ts";
export { getCustomer, type Profile } from "./finding/profile.sql.ts";
export {
  type CustomerFilter,
  type CustomerListed,
  searchCustomers,
} from "./finding/search-customers.ts";
export { showChanged, showCustomers } from "./finding/show-customers.ts";
export { readIdentifier } from "./identifiers/identifier.rules.ts";
export {
  checkIdentifiers,
  type IdentifierEntry,
  type Identifiers,
  identifierEntries,
  type TakenIdentifier,
  takenWords,
} from "./identifiers/identifiers.rules.ts";
export { listClashingIdentifiers } from "./identifiers/list-clashing-identifiers.ts";
export {
  distinctMemberIds,
  isMemberId,
  memberIdForm,
  refuseMemberId,
} from "./identifiers/member-id.rules.ts";
export { digitsOf, e164Beginnings, toE164 } from "./identifiers/mobile-number.rules.ts";
export { readContacts } from "./identifiers/read-contacts.ts";
export { renewIdentifiers } from "./identifiers/renew-identifiers.ts";
export {
  barred,
  checkMember,
  checkNamed,
  membershipStatuses,
  membershipStatusName,
} from "./membership.rules.ts";
export { changedIdentifiers } from "./notices/notices.rules.ts";
export { noticeColumns, noticeText } from "./notices/notices.sql.ts";
export { prepareNotices } from "./notices/prepare-notices.ts";
export {
  type Customer,
  type CustomerRef,
  type Identifier,
  type IdentifierForm,
  identifierForms,
  type Membership,
  type MembershipStatus,
} from "./types.ts";
export {
  type VoucherDay,
  type VoucherState,
  voucherDay,
  voucherState,
} from "./voucher-state.sql.ts";
