export { listActivities } from "./activities/list-activities.ts";
export type { Activity } from "./activities/types.ts";
export { addCustomer, type NewCustomer } from "./adding/add-customer.ts";
export { changeProfile, getChangedMember, keptProfile } from "./change-profile/change-profile.ts";
export { NO_BIRTHDAY, type ProfileChange } from "./change-profile/profile.rules.ts";
export { getLevelProgress } from "./get-level-progress.ts";
export { getMember } from "./get-member.ts";
export { getMemberByCard } from "./get-member-by-card.ts";
export { getRegisteredMember } from "./get-registered-member.ts";
export { listExpiringStamps } from "./list-expiring-stamps.ts";
export { type PartialRegistration, registerInPart } from "./registering/register-in-part.ts";
export { keptRegistration, registerMember } from "./registering/register-member.ts";
export { keptLevel, setLevel } from "./set-level/set-level.ts";
export { suggestMembers } from "./suggest-members.ts";
export type {
  ExpiringStamps,
  LevelProgress,
  Member,
  MemberSuggested,
  Registration,
  SpendingRequirement,
} from "./types.ts";
