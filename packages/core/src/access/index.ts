export { type AcceptInput, acceptInvitation } from "./accept-invitation.ts";
export {
  checkCustomerSearch,
  checkStaffCancel,
  checkVoucherListing,
  customerSearchOf,
  shownCode,
} from "./cashier.rules.ts";
export { changeMember } from "./change-member.ts";
export { countGuess } from "./count-guess.ts";
export { countStaffRequest, type RateRule } from "./count-staff-request.ts";
export { endToken } from "./end-token.ts";
export { forgetOldSessions } from "./forget-old-sessions.ts";
export { forgetSignIns } from "./forget-sign-ins.ts";
export { getInvitation, type Invitation } from "./get-invitation.ts";
export { guessInTurn } from "./guess-in-turn.ts";
export { checkCounted, checkGuesses, type Guesses } from "./guesses.rules.ts";
export { guessColumns, guessesJson, guessLookup, mayGuess } from "./guesses.sql.ts";
export { guessArm, guessDoc, guessesDoc, guessSubject } from "./guesses.store.ts";
export { hasWork } from "./has-work.ts";
export { identifyStaff, type StaffCaller } from "./identify-staff.ts";
export { identifyToken, type TokenCaller } from "./identify-token.ts";
export { isStaffEmail } from "./invitation.rules.ts";
export { type InviteInput, inviteStaff } from "./invite-staff.ts";
export { issueToken } from "./issue-token.ts";
export { listStaff, type Member, type PendingInvitation, type StaffList } from "./list-staff.ts";
export { listTokens } from "./list-tokens.ts";
export { mailReset } from "./mail-reset.ts";
export type { MemberFields } from "./member.rules.ts";
export { mintToken } from "./mint-token.ts";
export { networkOf } from "./network.rules.ts";
export { noteTokenUse } from "./note-token-use.ts";
export { removeMember } from "./remove-member.ts";
export { reserveSignIn } from "./reserve-sign-in.ts";
export { type FactorReset, resetAnybodysSecondFactor } from "./reset-anybodys-second-factor.ts";
export { resetSecondFactor } from "./reset-second-factor.ts";
export { revokeInvitation } from "./revoke-invitation.ts";
export { revokeToken } from "./revoke-token.ts";
export type { SignInTry } from "./sign-in.rules.ts";
export { checkSecondFactor, checkStaffCall, LONGEST_SESSION_DAYS, mayCall } from "./staff.rules.ts";
export { tellOwnersOfBudgets } from "./tell-owners-of-budgets.ts";
export { allows, isScope, scopes, shownPrefix } from "./token.rules.ts";
export type { IssuedToken, Token, TokenEnd, TokenInput, TokenState } from "./types.ts";
