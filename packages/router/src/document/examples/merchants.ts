import { type Example, ok } from "./values.ts";

/** What tills set up for the merchant. */
export const merchants: Readonly<Record<string, Example>> = {
  "merchants.addOrUpdatePaymentMethod": {
    body: { code: "cash", name: "Cash", eligible_for_points: true },
    answer: ok,
  },
};
