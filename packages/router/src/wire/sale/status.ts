import type { SaleStatus } from "@stampbook/core/sales";
import { saleStatuses } from "../../staff/fields.ts";
import { toInteger } from "../fields.ts";
import { Problem, type Reader } from "../reading.ts";
import { statusNumbers } from "./sale-shown.ts";

const named = saleStatuses.map((word) => `${statusNumbers[word]} (${word})`);
const unknown = new Problem("invalid_choice", `One of ${named.join(", ")} is expected.`);

/** The status of a sale, as its number or its name. */
export const saleStatus: Reader<SaleStatus, number | string> = {
  described: {
    anyOf: [
      { type: "integer", enum: Object.values(statusNumbers) },
      { type: "string", enum: saleStatuses },
    ],
    description: `The status of a sale, as its number or its name: ${named.join(", ")}. The number may be a text.`,
  },
  trims: true,
  read: (value) => {
    const given = typeof value === "string" ? value.trim() : value;
    const isGiven = (word: SaleStatus) =>
      given === word || toInteger(given) === statusNumbers[word];
    return saleStatuses.find(isGiven) ?? unknown;
  },
};
