export { cpuOf, memoryOf } from "./processes.ts";
export { openRevision, type Revision } from "./revision.ts";
export { openShop, type Shop } from "./shop.ts";
export { asStarted, bundle } from "./stage.ts";
export { inherited, type RunningNode, startNode } from "./start-node.ts";
