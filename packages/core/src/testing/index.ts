export { guessesOfToken, withoutGuesses } from "./calls/guesses-of-token.ts";
export { generalPlan } from "./general-plan.ts";
export { type Given, givenIn } from "./given/given.ts";
export { aSale, aVisit, visitSetting } from "./given-visit.ts";
export {
  type Change,
  guardless,
  keyOf,
  rowsOf,
  runFor,
  whileHeld,
  whileItWaits,
} from "./guards.ts";
export { cheapHashes, createHarness, type Harness, refusalOf } from "./harness.ts";
export { meansFor } from "./means-for.ts";
export { namedBy } from "./named-by.ts";
export { harnessOn, type OpenHarness, openHarness, openOwnHarness } from "./open-harness.ts";
export {
  canceling,
  type Once,
  type Operation,
  operations,
  redeemingOperations,
} from "./operations.ts";
export { changing, codeOf, running, together, twoProcesses } from "./races.ts";
export { readPages } from "./read-pages.ts";
export type { Rows, Written } from "./rows.ts";
export { interrupted } from "./waiting/interrupted.ts";
export { untilWaiting } from "./waiting/until-waiting.ts";
export { whileAllWait } from "./waiting/while-all-wait.ts";
export { withoutRowLocks } from "./waiting/without-row-locks.ts";
export { type Changes, plain, type Ready, type Way, ways } from "./ways.ts";
