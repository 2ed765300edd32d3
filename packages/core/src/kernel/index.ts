export { type Check, check, unless, type Words } from "./check.ts";
export { type Fact, fact, type Lock, lock } from "./fact.ts";
export { judging } from "./judge.ts";
export { operation } from "./operation.ts";
export { fragmentOf, from, merchantId, rowOf } from "./rows.ts";
export { send } from "./send.ts";
export type { Operation, SeenBy, Without } from "./spec.ts";
export { updateFrom } from "./write.ts";
