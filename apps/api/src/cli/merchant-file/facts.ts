import type { Moved, MovedMerchant } from "@stampbook/core/moving";

/** Values that later records of a file depend on. */
export type Facts = {
  merchant: MovedMerchant | null;
  /** Null if the file names none. */
  lowestLevel: number | null;
  templates: Map<number, Pick<Moved["voucherTemplates"], "isDynamic" | "value">>;
};
