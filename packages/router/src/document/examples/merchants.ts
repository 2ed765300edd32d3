import { type Example, ok } from "./values.ts";

/** Examples of the settings that tills change for the merchant. */
export const merchants: Readonly<Record<string, Example>> = {
  "merchants.addOrUpdatePaymentMethod": {
    body: { code: "cash", name: "Cash", eligible_for_points: true },
    answer: ok,
  },
};
