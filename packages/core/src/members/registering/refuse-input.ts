import { allows } from "../../entering/access/index.ts";
import type { KnownCaller } from "../../foundation/context.ts";
import { firstRefusal, missingScope, type Refusal } from "../../foundation/failures.ts";
import { checkPasswordWords } from "../../foundation/guessable-password.rules.ts";
import type { Secret } from "../../foundation/secret.ts";
import { refuseFields, refuseMemberId } from "../../people/customers/index.ts";
import type { Registration } from "../types.ts";

/** Refuses what needs nothing but the input and the caller's scopes. Null if it is allowed. */
export function refuseInput(caller: KnownCaller, input: Registration): Refusal | null {
  const mayNot = (scope: "password" | "pin" | "members.identity"): Refusal | null =>
    caller.kind === "token" && !allows(caller.scopes, scope) ? missingScope(scope) : null;
  return firstRefusal(
    input.password ? mayNot("password") : null,
    input.pin ? mayNot("pin") : null,
    input.emailIsVerified || input.phoneIsVerified ? mayNot("members.identity") : null,
    checkContacts(input),
    refuseFields(
      { name: input.name, email: input.email?.trim() || null },
      { name: "", email: null },
    ),
    input.memberId === null ? null : refuseMemberId(input.memberId),
    input.password &&
      refusePassword(input.password, [
        ...[input.name, input.email, input.mobileNumber, input.memberId],
        caller.merchant.name,
      ]),
  );
}

/** Refuses a registration with neither an email nor a mobile number, because nobody could find the member. */
function checkContacts({ email, mobileNumber }: Registration): Refusal | null {
  if (email !== null || mobileNumber !== null) return null;
  return { code: "required", field: "email", message: "An email or a mobile number is needed." };
}

function refusePassword(password: Secret, words: readonly (string | null)[]): Refusal | null {
  const refusal = checkPasswordWords(password.reveal(), words);
  return refusal && { ...refusal, field: "password" };
}
