export { type Check, check, unless } from "./check.ts";
export { fact, type Lock, lock } from "./fact.ts";
export { judging } from "./judge.ts";
export { operation } from "./operation.ts";
export { fragmentOf, from, merchantId, rowOf, textOf } from "./rows.ts";
export { send } from "./send.ts";
export type { Operation } from "./spec.ts";
export { updateFrom } from "./write.ts";
