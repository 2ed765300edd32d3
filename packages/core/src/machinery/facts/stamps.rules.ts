import type { Refusal } from "../../foundation/failures.ts";

/** The refusal of a call that takes more stamps than the `held` ones. `field` names them in the request. */
export const tooFewStamps = (held: number, taken: number, field?: string): Refusal => ({
  code: "insufficient_stamps",
  message: `Not enough stamps: has ${held}, needs ${taken}`,
  rule: "membership holds the stamps",
  expected: String(taken),
  found: String(held),
  ...(field !== undefined && { field }),
});
