import type { Merchant } from "../../../foundation/context.ts";
import { registerMember } from "../../../members/index.ts";
import type { OpenHarness } from "../../open-harness.ts";

/** A member whose personal data can be recognized wherever it is written. */
export type Person = {
  readonly id: number;
  /** A word in all names, emails, Member IDs and notes of this person, in upper or lower case. */
  readonly word: string;
  name: string;
  email: string;
  mobileNumber: string;
  memberId: string;
  /** How often the fields above were changed. */
  changes: number;
};

/** Returns the name and the identifiers of a person after a number of changes. */
export function identityOf(index: number, changes: number) {
  const word = `canary${index}x`;
  return {
    word,
    name: `Canary${index}x ${changes || ""} Wibowo`,
    email: `${word}.${changes}@example.com`,
    mobileNumber: `+628127${index}${String(changes).padStart(2, "0")}4321`,
    memberId: `CANARY${index}X-${changes}`,
  };
}

/** Matches a person's word, and all phone numbers that the person can have, with the prefix 0 or +62. */
export const traceOf = (index: number): RegExp =>
  new RegExp(`canary${index}x|8127${index}\\d\\d4321`, "gi");

/** Registers a person by `registerMember`, with a key, so that the outcome is stored. */
export async function registerPerson(
  t: OpenHarness,
  merchant: Merchant,
  index: number,
): Promise<Person> {
  const { word, ...identity } = identityOf(index, 0);
  const { id } = await registerMember(t.keyed(merchant, `register ${index}`), {
    ...identity,
    ...{
      gender: "female",
      address: `Jalan ${word} 1`,
      birthday: "1987-06-05",
      postalCode: "12345",
      notes: `About ${word}`,
      isActive: true,
    },
    ...{ store: null, password: null, pin: null, referralCode: null, employeeCode: null },
    ...{ newsletters: null, smsMarketing: null, whatsappMarketing: null, method: null },
    ...{ messageTemplate: "welcome", extraData: { note: word } },
  });
  return { id, word, ...identity, changes: 0 };
}
