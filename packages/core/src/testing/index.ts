export { expectFewRows, keepManyOutcomes, textNames } from "./explained-batch.ts";
export { generalPlan } from "./general-plan.ts";
export { type Given, givenIn } from "./given/given.ts";
export { aSale, aVisit, visitSetting } from "./given-visit.ts";
export {
  type Change,
  type Guard,
  guardCases,
  guardless,
  keyOf,
  rowsOf,
  runFor,
  whileHeld,
  whileItWaits,
} from "./guards.ts";
export { createHarness, type Harness, harnessKey, refusalOf } from "./harness.ts";
export { interrupted } from "./interrupted.ts";
export { meansFor } from "./means-for.ts";
export { namedBy } from "./named-by.ts";
export { type OneBatch, oneBatch } from "./one-batch.ts";
export { expectSound, type OpenHarness, onEachDriver, openHarness } from "./open-harness.ts";
export {
  canceling,
  type Once,
  type Operation,
  operations,
  redeemingOperations,
} from "./operations.ts";
export { changing, running, together, twoProcesses } from "./races.ts";
export type { Rows, Written } from "./rows.ts";
export { untilWaiting } from "./until-waiting.ts";
export { type Changes, plain, type Ready, type Way, ways } from "./ways.ts";
export { whileAllWait } from "./while-all-wait.ts";
