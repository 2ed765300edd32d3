export { guessColumns, guessesJson, guessLookup, mayGuess } from "./guesses/batch-guesses.sql.ts";
export { countGuess } from "./guesses/count-guess.ts";
export { guessInTurn } from "./guesses/guess-in-turn.ts";
export {
  checkCounted,
  checkGuesses,
  type Guesses,
  guessesLeft,
  tooManyGuesses,
} from "./guesses/guesses.rules.ts";
export {
  guessArm,
  guessDoc,
  guessesDoc,
  guessParameters,
  guessPlace,
  guessSubject,
} from "./guesses/guesses.sql.ts";
export { acceptInvitation } from "./invitations/accept-invitation.sql.ts";
export { confirmEmailAsOperator } from "./invitations/confirm-email-as-operator.ts";
export { getInvitation } from "./invitations/find-invitation.sql.ts";
export type { Invitation } from "./invitations/invitation.rules.ts";
export { isStaffEmail, needsOf, unknownLink } from "./invitations/invitation.rules.ts";
export { revokeInvitation } from "./invitations/invitations.sql.ts";
export { inviteStaff } from "./invitations/invite-staff.ts";
export { changeMember } from "./members/change-member.sql.ts";
export type { MemberFields } from "./members/member.rules.ts";
export { listStaff, type Member, noteStaffSeen } from "./members/members.sql.ts";
export { removeMember } from "./members/remove-member.sql.ts";
export { findWorkplace, maySignIn } from "./members/workplace.sql.ts";
export {
  checkCustomerSearch,
  checkStaffCancel,
  checkStaffSale,
  checkVoucherListing,
  customerSearchOf,
  type OverLimit,
  overStampsOfDay,
  type SaleLimits,
  shownCode,
  tooOldToCancel,
  unexplainedCancel,
} from "./roles/cashier.rules.ts";
export {
  checkPinCall,
  checkSecondFactor,
  checkStaffCall,
  LONGEST_SESSION_DAYS,
  mayCall,
} from "./roles/staff.rules.ts";
export { resetSecondFactor } from "./second-factor/reset-second-factor.ts";
export { resetSecondFactorAsOperator } from "./second-factor/reset-second-factor-as-operator.ts";
export { countStaffRequest } from "./sign-in/count-staff-request.ts";
export { identifyStaff, type StaffCaller } from "./sign-in/identify-staff.ts";
export { networkOf } from "./sign-in/network.rules.ts";
export { findSessionPerson, forgetOldSessions } from "./sign-in/sessions.sql.ts";
export { forgetTries, reserveTry } from "./sign-in/sign-in-counts.sql.ts";
export type { SecretTry } from "./sign-in/tries.rules.ts";
export { mailReset } from "./staff-mail/mail-reset.ts";
export { mailSpentBudgets } from "./staff-mail/mail-spent-budgets.ts";
export { countTokenTry } from "./tokens/count-token-try.ts";
export { endToken } from "./tokens/end-token.ts";
export { identifyToken } from "./tokens/identify-token.ts";
export { issueToken } from "./tokens/issue-token.ts";
export { mintToken } from "./tokens/mint-token.ts";
export { allows, isScope, shownPrefix } from "./tokens/token.rules.ts";
export { listTokens, noteTokenUse, revokeToken } from "./tokens/tokens.sql.ts";
export { isTokenInMessageAccepted } from "./tokens/tries.sql.ts";
export type { IssuedToken, Token, TokenInput } from "./tokens/types.ts";
