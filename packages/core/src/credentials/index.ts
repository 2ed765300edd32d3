export {
  afterChangeArms,
  customerAloneArm,
  usedOtpArm,
  verifierArm,
  voidedOtpArm,
} from "./changing.sql.ts";
export { triesDecided } from "./deciding.sql.ts";
export { loadChange } from "./load-change.ts";
export { type ChangeParameters, prepareChange } from "./prepare-change.ts";
export { renewVerifier } from "./renew-verifier.ts";
export { type Judged, type TryVerdict, takeTry } from "./take-try.ts";
export { DECIDING_SECONDS, type Tries } from "./tries.rules.ts";
export {
  allTries,
  decidingDoc,
  type Finding,
  found,
  heldArms,
  isNameFree,
  namedTry,
  otherTries,
  type ReservedTry,
  type TryName,
} from "./tries.sql.ts";
export type { NewPassword, NewPin, OfCustomer } from "./types.ts";
export { untilSaved } from "./until-saved.ts";
