import type { Customer } from "@stampbook/core/customers";
import { z } from "zod";
import { birthday } from "../shown.ts";

/** The customer in `redeem-promo-code` and in returns. */
export const User = z
  .object({
    id: z.string().describe("The id of the customer, as a text."),
    name: z.string().describe("Empty if it is not known."),
    gender: z.string().describe("As it was sent. Empty if it is not known."),
    address: z.string().describe("Empty if it is not known."),
    is_active: z.boolean().describe("Whether the customer is active."),
    email: z.string().nullable().describe("Null if the customer has none."),
    phone: z
      .string()
      .nullable()
      .describe("The mobile number in E.164. Null if the customer has none."),
    picture_url: z.string().nullable().describe("Null if the customer has no picture."),
    birthday,
  })
  .meta({ id: "UserInShort", description: "A customer's own data in short." });

export function presentUser(customer: Customer): z.input<typeof User> {
  return {
    id: String(customer.id),
    name: customer.name,
    gender: customer.gender,
    address: customer.address,
    is_active: customer.isActive,
    email: customer.email,
    phone: customer.mobileNumber,
    picture_url: customer.pictureUrl,
    birthday: customer.birthday,
  };
}
