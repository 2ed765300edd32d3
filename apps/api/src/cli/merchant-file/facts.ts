import type { Moved, MovedMerchant } from "@stampbook/core/moving";

/** Values that later records of a file depend on. */
export type Facts = {
  merchant: MovedMerchant | null;
  /** The lowest level read so far. Null if none was read. */
  lowestLevel: number | null;
  /** The time zone of each store, by the store's id. */
  zones: Map<number, string>;
  templates: Map<number, Pick<Moved["voucherTemplates"], "isDynamic" | "value">>;
};

/** The facts before the first record is read. */
export function noFacts(): Facts {
  return { merchant: null, lowestLevel: null, zones: new Map(), templates: new Map() };
}
