import { Secret } from "@stampbook/core/secret";
import { sixDigits } from "../fields.ts";
import { described, Problem, type Reader } from "../reading.ts";

/** A PIN or an OTP, in an object that reveals nothing when it is logged. */
export const secretDigits: Reader<Secret, string> = kept(sixDigits);

export const pinSent = described("The PIN: six digits.", secretDigits);
export const pinRepeated = described("The new PIN again.", secretDigits);
export const otpSent = described("The one-time password: six digits.", secretDigits);

function kept(reader: Reader<string, string>): Reader<Secret, string> {
  return {
    described: reader.described,
    read: (value) => {
      const found = reader.read(value);
      return found instanceof Problem ? found : new Secret(found);
    },
  };
}
