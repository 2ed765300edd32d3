import type { Moved, MovedMerchant } from "@stampbook/core/merchants";

/** What later records of a file lean on. */
export type Facts = {
  merchant: MovedMerchant | null;
  /** Null where the file names none. */
  lowestLevel: number | null;
  templates: Map<number, Pick<Moved["voucherTemplates"], "isDynamic" | "value">>;
};
