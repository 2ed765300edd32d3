import { operations } from "@stampbook/core/testing";
import { awardingOperations, cancelingOfAwards } from "./awarding.ts";
import type { Repeatable } from "./lose-answers.ts";
import { redeemingVisit, sellingOperations, visiting } from "./selling.ts";

/** The operations whose answers the suite loses. */
export const repeatable: readonly Repeatable[] = [
  ...operations,
  ...[...sellingOperations, visiting, redeemingVisit],
  ...[...awardingOperations, cancelingOfAwards],
];
