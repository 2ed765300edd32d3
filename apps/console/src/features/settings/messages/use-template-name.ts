"use client";
import { bookingMessageCodes } from "@stampbook/core/placeholders";
import { useTranslations } from "use-intl/react";

/** The codes of the messages to customers and to the guests of bookings, which need a text of the merchant. */
export const written = {
  ofCustomers: ["otp", "credential_changed", "receipt", "registration"],
  ofBookings: bookingMessageCodes,
} as const;

/** The codes of the messages that Stampbook itself sends. */
const known = [
  ...written.ofCustomers,
  ...written.ofBookings,
  "staff_invitation",
  "staff_password_reset",
  "staff_second_factor_reset",
  "staff_authenticator_added",
  "staff_authenticator_removed",
  "staff_recovery_codes_renewed",
  "staff_passkey_added",
  "staff_passkey_removed",
  "staff_wrong_codes",
  "staff_limit_reached",
  "staff_new_token",
  "staff_new_owner",
] as const;

/** Returns a function that returns a message's name. For a code that is not in `known`, returns the code. */
export function useTemplateName() {
  const t = useTranslations("templates.names");
  return (code: string) => {
    const name = known.find((one) => one === code);
    return name ? t(name) : code;
  };
}
