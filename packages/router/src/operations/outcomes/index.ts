import type { ListedProcedure } from "../../procedures.ts";
import { router } from "../../trpc.ts";
import { byKeyOf } from "./by-key.ts";

/** The operation that returns the outcome of a call of one of `operations`. */
export const outcomesOf = (operations: readonly ListedProcedure[]) =>
  router({ byKey: byKeyOf(operations) });
