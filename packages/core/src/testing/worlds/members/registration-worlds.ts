import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import type { CoreContext } from "../../../foundation/context.ts";
import { Secret } from "../../../foundation/secret.ts";
import {
  addCustomer,
  type PartialRegistration,
  type Registration,
} from "../../../members/index.ts";
import type { OpenHarness } from "../../open-harness.ts";
import { mostly } from "../shop-facts.ts";
import { callsOf, makeOffice, officeCallFacts, officeFacts } from "../staff-worlds.ts";
import { withFixedSecrets } from "./fixed-secrets.ts";
import {
  emails,
  guessesFact,
  identifierFacts,
  impossibleBirthdays,
  makeGuesses,
  numbers,
} from "./member-facts.ts";

const contact = fc.constantFrom(
  ...emails.map((email) => ({ email, mobileNumber: null })),
  ...numbers.map((mobileNumber) => ({ email: null, mobileNumber })),
  { email: "ani@example.com", mobileNumber: "0812 0000 0202" },
  { email: "cici@example.com", mobileNumber: "0812 0000 0201" },
  { email: "dewi@example.com", mobileNumber: null },
);

/** Random merchants, and calls that register members in full or in part. */
export const registrationWorlds = fc.record({
  ...officeFacts,
  guesses: guessesFact,
  storeIsActive: mostly([true], [false]),
  refusesCommonPins: fc.boolean(),
  marketingDefault: fc.boolean(),
  hasTemplate: fc.boolean(),
  /** A customer who already exists. */
  existing: fc.record(identifierFacts),
  calls: callsOf(
    fc.record({
      ...officeCallFacts,
      contact,
      isPartial: mostly([false], [true], 3),
      memberId: mostly([...["A-1", "A-2", "A-3", "A-4"], "081200000201"], [null], 3),
      name: fc.constantFrom("Ani", "“é” \\ \n"),
      birthday: mostly<string | null>([null, "1990-02-28"], impossibleBirthdays, 6),
      store: mostly<"none" | "here" | "elsewhere" | "unknown">(
        ["none", "here", "elsewhere"],
        ["unknown"],
        8,
      ),
      within: mostly<"all" | "elsewhere">(["all"], ["elsewhere"], 4),
      referral: mostly<"none" | "somebody" | "nobody">(["none", "somebody"], ["nobody"], 8),
      pin: mostly<string | null>([null], ["246813", "111111"], 3),
      newsletters: fc.constantFrom(null, true, false),
      notes: fc.constantFrom("", "Nut allergy “é”"),
      isActive: mostly([true], [false], 3),
      extraData: fc.constantFrom(null, { till: 4, note: "“é” \\ \n" }),
    }),
  ),
});
export type RegistrationFacts =
  typeof registrationWorlds extends fc.Arbitrary<infer Facts> ? Facts : never;

/** A call of a world: a full registration (`whole`) or a partial one (`part`). */
export type RegistrationMade =
  | { readonly whole: Registration; readonly part?: never }
  | { readonly part: PartialRegistration; readonly whole?: never };

type Call = { readonly ctx: CoreContext; readonly input: RegistrationMade };

const nothing = { gender: "female", address: "Jl Raya 1", birthday: null };

/** Returns a full registration with no other identifier than the email. */
export const registrationOf = (email: string): Registration => ({
  ...{ ...nothing, name: "Before", email, mobileNumber: null, memberId: null, postalCode: "" },
  ...{ notes: "", isActive: true },
  ...{ store: null, password: null, pin: null, referralCode: null, employeeCode: null },
  ...{ newsletters: null, smsMarketing: null, whatsappMarketing: null, method: null },
  ...{ messageTemplate: null, extraData: null },
});

/**
 * Makes the world of these facts. `before` registers with the key `k`, if the facts have a stored outcome.
 */
export async function makeRegistrationWorld(
  t: OpenHarness,
  facts: RegistrationFacts,
  before: (ctx: CoreContext, input: Registration) => Promise<unknown>,
) {
  const { merchant, ctxOf, makePresent } = await makeOffice(t, facts);
  const { id: merchantId } = merchant;
  const stores = {
    here: await t.given.store(merchant, { isActive: facts.storeIsActive }),
    elsewhere: await t.given.store(merchant),
  };
  const { refusesCommonPins: pinRefuseCommon, marketingDefault } = facts;
  await t.db
    .update(schema.merchants)
    .set({ pinRefuseCommon, marketingDefault, memberIdPrefix: "C" })
    .where(eq(schema.merchants.id, merchantId));
  const words = { subject: "Welcome to {{merchant_name}}", body: "Hello" };
  for (const code of facts.hasTemplate ? ["registration", "other"] : ["other"])
    await t.db
      .insert(schema.messageTemplates)
      .values({ merchantId, code, channel: "email", ...words });
  await makePresent((ctx) =>
    before(withFixedSecrets(ctx, 9), registrationOf("before@example.com")),
  );
  const { existing } = facts;
  const { id } = await addCustomer(withFixedSecrets(t.as(merchant), 8), {
    ...nothing,
    ...existing,
    name: "Existing",
  });
  const { memberships } = schema;
  await t.db
    .update(memberships)
    .set({ referralCode: "FRIEND" })
    .where(and(eq(memberships.merchantId, merchantId), eq(memberships.customerId, id)));
  await makeGuesses(t, ctxOf({ key: null, fingerprint: "f" }), facts.guesses);
  const calls = facts.calls.map(({ within, ...call }, n): Call => {
    const { caller } =
      within === "all" ? t.as(merchant) : t.within(merchant, [stores.elsewhere.id]);
    const ctx = withFixedSecrets({ ...ctxOf(call), caller }, n);
    const { contact } = call;
    const user = contact.email ?? contact.mobileNumber ?? "";
    if (call.isPartial)
      return { ctx, input: { part: { user, sendsMessage: true, employeeCode: null } } };
    const codes = { none: null, unknown: "nowhere" };
    const whole: Registration = {
      ...{ ...registrationOf(""), ...contact, name: call.name, memberId: call.memberId },
      store: call.store in stores ? stores[call.store as "here"].code : codes[call.store as "none"],
      birthday: call.birthday,
      referralCode: { none: null, somebody: "FRIEND", nobody: "STRANGER" }[call.referral],
      ...{ pin: call.pin === null ? null : new Secret(call.pin), newsletters: call.newsletters },
      ...{ extraData: call.extraData, notes: call.notes, isActive: call.isActive },
    };
    return { ctx, input: { whole } };
  });
  return { merchant, calls };
}
