import { mostOf } from "@stampbook/core/limits";
import { extraData } from "../../wire/extra-data.ts";
import { code, flag, text } from "../../wire/fields.ts";
import { optional } from "../../wire/reading.ts";
import { day } from "../../wire/sale/day.ts";

/** An optional text without the blanks around it. */
function line(most: number) {
  const reader = text(most);
  const read = (value: unknown) => reader.read(typeof value === "string" ? value.trim() : value);
  return optional({ ...reader, trims: true, read });
}

/** The parameters of a member's profile. */
export const profileFields = {
  name: line(mostOf.name),
  gender: optional(code),
  birthday: optional(day),
  address: line(mostOf.address),
  postal_code: optional(code),
  allow_newsletters: optional(flag),
  allow_sms_marketing: optional(flag),
  allow_whatsapp_marketing: optional(flag),
  extra_data: optional(extraData),
  email: line(mostOf.email),
};
