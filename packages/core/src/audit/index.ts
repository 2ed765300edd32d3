export type { DatabaseState } from "./database.store.ts";
export { readDatabase } from "./read-database.ts";
