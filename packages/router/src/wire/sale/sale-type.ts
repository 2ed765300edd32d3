import { numberedChoice } from "../fields.ts";
import type { Reader } from "../reading.ts";

/** How a sale was made. Interface 2, section 3. */
const saleTypes = { 1: "Delivery", 2: "Dine-in", 3: "Take out", 4: "E-Commerce", 5: "Pickup" };

/** The number of a sale's type. */
export const saleType: Reader<number, number | string> = numberedChoice(
  saleTypes,
  "A type's number is expected.",
);
