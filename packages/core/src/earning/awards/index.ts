export { addAward, keptAward } from "./add-award/add-award.ts";
export { adjustStamps } from "./adjust-stamps/adjust-stamps.ts";
export { cancelAward, keptAwardCancel } from "./cancel-award/cancel-award.ts";
export { deductStamps, keptStampDeduction } from "./deduct-stamps/deduct-stamps.ts";
export { forgiveStamps } from "./forgive-stamps/forgive-stamps.ts";
export type { Award, Awarded, AwardInput, Deducted, DeductionInput } from "./types.ts";
