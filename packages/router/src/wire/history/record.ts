import { z } from "zod";
import { idOf, memberId } from "../shown.ts";

// Fields that redemptions and sales in full share.

export const businessDay = z.iso.date().describe("The day in the store's calendar.");

export const CANCELED = "When it was canceled, in seconds since 1970. Null if it was not.";

export const StoreOfSale = z.object({
  id: idOf("the store"),
  name: z.string().describe("The name of the store."),
  display_name: z.string().describe("The name that customers see."),
});

export const StoreOfRecord = StoreOfSale.extend({
  code: z.string().describe("The code of the store."),
}).describe("The store.");

export const CustomerNamed = z
  .object({
    id: memberId,
    name: z.string().nullable().describe("The name. Null if the token lacks the scope `members`."),
  })
  .meta({ id: "CustomerNamed", description: "The customer." });
