import type { Customer } from "@stampbook/core/customers";
import { z } from "zod";

/**
 * The whole customer in `redeem-promo-code`. `id` is a string there. An unknown email, phone, picture or
 * birthday is null.
 */
export const User = z.object({
  id: z.string(),
  name: z.string(),
  gender: z.string(),
  address: z.string(),
  is_active: z.boolean(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  picture_url: z.string().nullable(),
  birthday: z.iso.date().nullable(),
});

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
