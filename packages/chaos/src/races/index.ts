import { oppositeOrder, sameAuthorization } from "./authorizations.ts";
import {
  cancelAgainstDeduct,
  cancelAgainstRedeem,
  sameCancel,
  sameReplacement,
} from "./cancels.ts";
import { everything, everythingWithPin } from "./everything.ts";
import { cancelAgainstUse, promoByCustomer, promoTotal } from "./promo-codes.ts";
import type { Race } from "./race.ts";
import { lastStamps, lastStampsSeveralWays, sameKey } from "./stamps.ts";
import {
  lastValue,
  lastValueToZero,
  sameCode,
  sameVoucher,
  wholeAgainstParts,
} from "./vouchers.ts";

export type { Race } from "./race.ts";
export { type RaceReport, runRace } from "./run-race.ts";

/** All races. Each race has a naive variant that it must detect. */
export const races: readonly Race[] = [
  sameVoucher,
  sameCode,
  lastValue,
  lastValueToZero,
  wholeAgainstParts,
  lastStamps,
  lastStampsSeveralWays,
  promoTotal,
  promoByCustomer,
  cancelAgainstUse,
  sameCancel,
  sameReplacement,
  cancelAgainstRedeem,
  cancelAgainstDeduct,
  sameAuthorization,
  oppositeOrder,
  sameKey,
  everything,
  everythingWithPin,
];
