import type { Refusal } from "../../foundation/failures.ts";
import { checkUncommonPin } from "../../people/credentials/guessable-pin.rules.ts";
import type { DeviceKey } from "./types.ts";

/** After this many wrong PINs in a row on a device, the person's PIN is blocked on that device. */
export const PIN_TRIES = 5;
/** Hours after which a session opened by a PIN ends. */
export const PIN_SESSION_HOURS = 12;
/**
 * If a person has a second factor, their PIN opens sessions on a device for this many days after the factor
 * was last used there.
 */
export const SECOND_FACTOR_DAYS = 30;

/** Returns the text of a device's cookie. */
export function writeDeviceKey({ merchantId, id, secret }: DeviceKey): string {
  return `${merchantId}.${id}.${secret}`;
}

/** Returns the credential in a device's cookie. Null if the text is not such a cookie. */
export function readDeviceKey(text: string | undefined): DeviceKey | null {
  const [, merchant, id, secret] = /^(\d{1,15})\.(\d{1,15})\.([\w-]{32})$/.exec(text ?? "") ?? [];
  return secret ? { merchantId: Number(merchant), id: Number(id), secret } : null;
}

/** Refuses a PIN that is not six digits or is easy to guess. Null if the PIN is allowed. */
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

/** The refusal of a browser that is not enrolled or was revoked. */
export const noDevice: Refusal = {
  code: "permission_denied",
  message: "This device is not enrolled.",
  rule: "the device is enrolled",
};

/** The refusal if the merchant has no device with the id. */
export const unknownDevice: Refusal = {
  code: "invalid",
  field: "id",
  message: "There is no such device.",
  rule: "the device is the merchant's",
};

/**
 * Returns the refusal of a wrong PIN. `left` is the number of remaining attempts. If it is null, the message
 * contains no number: the person has no PIN or does not work in the device's store.
 */
export function wrongStaffPin(left: number | null): Refusal {
  return {
    code: "invalid_pin",
    message: left === null ? "Wrong PIN." : `Wrong PIN, ${left} attempt(s) left.`,
    rule: "the PIN is the person's",
  };
}

/**
 * The refusal of a person who must first sign in: after too many wrong PINs, or if the person has a second
 * factor and has not used it on the device recently.
 */
export const needsSignIn: Refusal = {
  code: "pin_blocked",
  message: "Sign in with your password on this device first.",
  rule: "the PIN may be used on this device",
};
