export {
  changingArms,
  customerAloneArm,
  customerIf,
  entryArm,
  hasChanged,
  lookupParameters,
  type Proof,
  proofParameters,
} from "./changing.sql.ts";
export { triesDecided } from "./deciding.sql.ts";
export { checkUncommonPin, commonPin } from "./guessable-pin.rules.ts";
export { loadChange } from "./load-change.ts";
export { type ChangeParameters, prepareChange } from "./prepare-change.ts";
export { renewVerifier } from "./renew-verifier.ts";
export { type TryDecision, type TryOutcome, takeTry } from "./take-try.ts";
export { DECIDING_SECONDS, type Tries } from "./tries.rules.ts";
export {
  type CountedSecret,
  checkSpending,
  countAfter,
  type Finding,
  isFinding,
  isSettled,
  type ReservedTry,
  reservedDoc,
  reservingArms,
  settlingArms,
  spentChecksDoc,
  type TryName,
  triesFields,
  tryParameters,
} from "./tries.sql.ts";
export type { NewPassword, NewPin, OfCustomer, SecretKind } from "./types.ts";
export { untilSaved } from "./until-saved.ts";
