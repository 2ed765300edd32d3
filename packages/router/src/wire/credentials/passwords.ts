import { passwordLength } from "@stampbook/core/limits";
import { checkNewPassword } from "@stampbook/core/password";
import { Secret } from "@stampbook/core/secret";
import type { z } from "zod";
import { text } from "../fields.ts";
import { optional, Problem, type Reader, required } from "../reading.ts";

const { shortest, longest } = passwordLength;

/** An existing password. An imported password may be longer than a new password can be. */
export const secretPassword: Reader<Secret, string> = kept(2 * longest, {
  type: "string",
  description: "The customer's password.",
});

const described = {
  type: "string",
  minLength: shortest,
  maxLength: longest,
  description: `The new password: ${shortest} to ${longest} characters.`,
};

/**
 * A new password. Allows all characters that the database can store. If the password is too long, the refusal
 * has the same code as if it is too short. Decisions, section 4.
 */
export const newPassword = required(kept(Number.MAX_SAFE_INTEGER, described))
  .check(refuseWeak)
  .meta(described);

/** Like `newPassword`; null if it is absent. */
export const optionalNewPassword = optional(kept(Number.MAX_SAFE_INTEGER, described))
  .check(refuseWeak)
  .meta(described);

function refuseWeak({ value, issues }: z.core.ParsePayload<Secret | null>): void {
  const refusal = value && checkNewPassword(value.reveal());
  if (!refusal) return;
  const { message, code } = refusal;
  issues.push({ code: "custom", input: value, message, params: { code } });
}

/** A string, blanks included, in an object that reveals nothing when it is logged. */
function kept(most: number, described: Reader<Secret, string>["described"]) {
  const any = text(most);
  const reader: Reader<Secret, string> = {
    described,
    read: (value) => {
      const read = any.read(value);
      return read instanceof Problem ? read : new Secret(read);
    },
  };
  return reader;
}
