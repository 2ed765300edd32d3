import type { SaleStatus } from "@stampbook/core/sales";
import { saleStatuses } from "../../staff/fields.ts";
import { toInteger } from "../fields.ts";
import { Problem, type Reader } from "../reading.ts";
import { statusNumbers } from "./sale-shown.ts";

const named = saleStatuses.map((word) => `${statusNumbers[word]} (${word})`);
const unknown = new Problem("invalid_choice", `One of ${named.join(", ")} is expected.`);
const numbers = Object.values(statusNumbers);

/** The status of a sale, as its number or its name. */
export const saleStatus: Reader<SaleStatus, number | string> = {
  described: {
    type: ["string", "integer"],
    enum: [...saleStatuses, ...numbers, ...numbers.map(String)],
  },
  trims: true,
  read: (value) => {
    const given = typeof value === "string" ? value.trim() : value;
    const isGiven = (word: SaleStatus) =>
      given === word || toInteger(given) === statusNumbers[word];
    return saleStatuses.find(isGiven) ?? unknown;
  },
};
