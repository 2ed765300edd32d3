import { mostOf } from "@stampbook/core/limits";
import { NO_BIRTHDAY } from "@stampbook/core/members";
import { extraData } from "../../wire/extra-data.ts";
import { code, flag, text } from "../../wire/fields.ts";
import { optional, type Reader } from "../../wire/reading.ts";
import { day } from "../../wire/sale/day.ts";

/** An optional text without the blanks around it. */
function line(most: number) {
  const reader = text(most);
  const read = (value: unknown) => reader.read(typeof value === "string" ? value.trim() : value);
  return optional({ ...reader, trims: true, read });
}

/** The birthday of a change: a day, or `none`, which clears it. */
export const changedBirthday: Reader<string, string> = {
  ...day,
  described: { type: "string", pattern: `^([0-9]{4}-[0-9]{2}-[0-9]{2}|${NO_BIRTHDAY})$` },
  read: (value) =>
    typeof value === "string" && value.trim() === NO_BIRTHDAY ? NO_BIRTHDAY : day.read(value),
};

/** The parameters of a member's profile. */
export const profileFields = {
  name: line(mostOf.name).describe("The name. It completes a partial registration."),
  gender: optional(code).describe("The gender, in any words."),
  birthday: optional(day).describe("The birthday, from 1900 to today."),
  address: line(mostOf.address).describe("The address."),
  postal_code: optional(code).describe("The postal code."),
  notes: line(mostOf.notes).describe("The merchant's notes about the member."),
  allow_newsletters: optional(flag).describe("Whether the member wants newsletters."),
  allow_sms_marketing: optional(flag).describe("Whether the member wants offers by SMS."),
  allow_whatsapp_marketing: optional(flag).describe("Whether the member wants offers by WhatsApp."),
  extra_data: optional(extraData),
  email: line(mostOf.email).describe("The email. It is kept in lower case."),
};
