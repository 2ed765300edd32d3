import { checkUncommonPin } from "../credentials/guessable-pin.rules.ts";
import type { Refusal } from "../failures.ts";
import type { DeviceKey } from "./types.ts";

/** Wrong PINs in a row that a person may enter on a device before the PIN is blocked there. */
export const PIN_TRIES = 5;
/** How long a session that a PIN opened lasts. */
export const PIN_SESSION_HOURS = 12;
/** Days for which a person's PIN opens sessions on a device, after they used their second factor there. */
export const SECOND_FACTOR_DAYS = 30;

/** The text of a device's cookie. */
export function writeDeviceKey({ merchantId, id, secret }: DeviceKey): string {
  return `${merchantId}.${id}.${secret}`;
}

/** The credential in a device's cookie; null if the text is not one. */
export function readDeviceKey(text: string | undefined): DeviceKey | null {
  const [, merchant, id, secret] = /^(\d{1,15})\.(\d{1,15})\.([\w-]{32})$/.exec(text ?? "") ?? [];
  return secret ? { merchantId: Number(merchant), id: Number(id), secret } : null;
}

/** Refuses a PIN that is not six digits, or is easy to guess. */
export function checkNewStaffPin(pin: string): Refusal | null {
  if (!/^[0-9]{6}$/.test(pin))
    return {
      code: "invalid",
      field: "pin",
      message: "Six digits are expected.",
      rule: "a PIN has six digits",
    };
  const common = checkUncommonPin(pin, null);
  return common && { ...common, code: "weak_password", field: "pin" };
}

/** The refusal of a change that the session must first confirm with the password. */
export const noFreshPassword: Refusal = {
  code: "password_required",
  message: "Enter your password first.",
  rule: "the password was entered in this session in the last minutes",
};

/** The refusal of a browser that is not enrolled, or no longer. */
export const noDevice: Refusal = {
  code: "permission_denied",
  message: "This device is not enrolled.",
  rule: "the device is enrolled",
};

/** The refusal of a device that the merchant does not have. */
export const unknownDevice: Refusal = {
  code: "invalid",
  field: "id",
  message: "There is no such device.",
  rule: "the device is the merchant's",
};

/**
 * The refusal of a wrong PIN. `left` is null for a person who has no PIN or does not work there; the message
 * then names no attempts.
 */
export function wrongStaffPin(left: number | null): Refusal {
  return {
    code: "invalid_pin",
    message: left === null ? "Wrong PIN." : `Wrong PIN, ${left} attempt(s) left.`,
    rule: "the PIN is the person's",
  };
}

/** The refusal after too many wrong PINs, and if the person must first use their second factor. */
export const needsSignIn: Refusal = {
  code: "pin_blocked",
  message: "Sign in with your password on this device first.",
  rule: "the PIN may be used on this device",
};
