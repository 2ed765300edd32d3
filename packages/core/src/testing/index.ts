export { type Given, givenIn } from "./given.ts";
export { createHarness, type Harness, refusalOf } from "./harness.ts";
