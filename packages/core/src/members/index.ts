export { getLevelProgress } from "./get-level-progress.ts";
export { getMember } from "./get-member.ts";
export { getMemberByCard } from "./get-member-by-card.ts";
export { suggestMembers } from "./suggest-members.ts";
export type {
  Consents,
  LevelProgress,
  Member,
  MemberSuggested,
  SpendingRequirement,
} from "./types.ts";
