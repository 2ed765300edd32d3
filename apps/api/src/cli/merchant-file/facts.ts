import type { Moved, MovedMerchant } from "@stampbook/core/moving";

/** Values that later records of a file depend on. */
export type Facts = {
  merchant: MovedMerchant | null;
  /** Null if the file names none. */
  lowestLevel: number | null;
  /** The time zones of the stores. */
  zones: Map<number, string>;
  templates: Map<number, Pick<Moved["voucherTemplates"], "isDynamic" | "value">>;
};

/** What is known before the first record. */
export function noFacts(): Facts {
  return { merchant: null, lowestLevel: null, zones: new Map(), templates: new Map() };
}
