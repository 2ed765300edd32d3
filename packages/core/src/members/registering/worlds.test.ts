import { schema } from "@stampbook/db";
import { and, eq, min } from "drizzle-orm";
import { expect } from "vitest";
import type { CoreContext } from "../../foundation/context.ts";
import type { AddSeen } from "../../people/customers/index.ts";
import { compareCalls } from "../../testing/comparing/compare-calls.ts";
import {
  type Expected,
  expectedFirst,
  type Judged,
  kindOf,
} from "../../testing/comparing/expected-first.ts";
import { readPeople } from "../../testing/comparing/read-people.ts";
import {
  readShop,
  seeGuesses,
  seeKept,
  seeStore,
  todayOf,
} from "../../testing/comparing/read-shop.ts";
import { testWorlds } from "../../testing/comparing/run-worlds.ts";
import type { OpenHarness } from "../../testing/index.ts";
import { entriesOf, findTaken } from "../../testing/worlds/members/member-facts.ts";
import {
  makeRegistrationWorld,
  type RegistrationFacts,
  type RegistrationMade,
  registrationOf,
  registrationWorlds,
} from "../../testing/worlds/members/registration-worlds.ts";
import type { Registration } from "../types.ts";
import { registerInPart } from "./register-in-part.ts";
import { type RegistrationSeen, refuseRegistration } from "./register-member.rules.ts";
import { registerMember } from "./register-member.ts";
import { operation } from "./register-members.sql.ts";

type Call = { readonly ctx: CoreContext; readonly input: RegistrationMade };
type Seen = AddSeen & RegistrationSeen;

const TEMPLATE = "registration";

/**
 * Returns the whole registration that a call sends. Completes a partial registration as `registerInPart`
 * does.
 */
function wholeOf({ whole, part }: RegistrationMade): Registration {
  if (whole) return whole;
  const user = String(part?.user);
  const isEmail = user.includes("@");
  return {
    ...{ ...registrationOf(user), name: "" },
    ...{ email: isEmail ? user : null, mobileNumber: isEmail ? null : user },
    messageTemplate: part?.sendsMessage ? TEMPLATE : null,
  };
}

/** Predicts the result of a call: applies the rules to rows that it reads without the statement. */
async function judge(t: OpenHarness, { ctx, input }: Call): Promise<Judged<Seen>> {
  const { merchant } = ctx.caller;
  const { levels, messageTemplates: templates } = schema;
  const whole = wholeOf(input);
  const { memberId, pin, messageTemplate } = whole;
  const shop = await readShop(t, merchant);
  const store = seeStore(shop, whole.store ?? "", ctx);
  const kept = seeKept(shop, ctx, operation);
  const wanted = entriesOf(ctx, whole);
  const [lowest] = await t.db
    .select({ level: min(levels.level) })
    .from(levels)
    .where(eq(levels.merchantId, merchant.id));
  const { code, channel, subject, body, html, approved } = templates;
  const seen: Seen = {
    ...{ level: lowest?.level ?? null, taken: await findTaken(t, merchant, wanted) },
    ...{ isIdTaken: false, today: todayOf(ctx), kept, store: store && { ...store, time: "" } },
    hasReferrer: shop.people.some(
      ({ membership }) => membership.referralCode && membership.referralCode === whole.referralCode,
    ),
    guesses: untimed(seeGuesses(shop, ctx)),
    refusesCommonPins: shop.merchant.pinRefuseCommon,
    memberIdPrefix: shop.merchant.memberIdPrefix,
    templates: (await t.db
      .select({ code, channel, subject, body, html, approved })
      .from(templates)
      .where(
        and(eq(templates.merchantId, merchant.id), eq(code, messageTemplate ?? "")),
      )) as RegistrationSeen["templates"],
    smsCountries: [shop.merchant.country],
  };
  return {
    seen,
    refusal: refuseRegistration(seen, ctx.caller, whole, wanted),
    subjects: wanted.map(({ form, value }) => `${form} ${value}`),
    isIncomplete: memberId === null || pin !== null || messageTemplate !== null,
  };
}

/** Sets `secondsLeft` to 0, because it differs from one read to the next. */
const untimed = (guesses: RegistrationSeen["guesses"]) => guesses && { ...guesses, secondsLeft: 0 };

/**
 * Registers a member. Returns the id, or for a partial registration the fields that do not depend on the id.
 */
async function register(ctx: CoreContext, { whole, part }: RegistrationMade): Promise<object> {
  if (whole) return registerMember(ctx, whole);
  const { customer, registrationStatus } = await registerInPart(ctx, part);
  const { name, email, mobileNumber } = customer;
  return { name, email, mobileNumber, registrationStatus };
}

async function compare(t: OpenHarness, facts: RegistrationFacts, met: Set<string>) {
  const { expected, answers, calls } = await compareCalls<RegistrationMade, Seen, Expected<Seen>>(
    t,
    {
      makeWorld: () => makeRegistrationWorld(t, facts, registerMember),
      expectedFirst: (calls) => expectedFirst(calls, (call) => judge(t, call)),
      expectSeen: ({ store, guesses, ...seen }, one) =>
        expect({
          ...{ ...seen, store: store && { ...store, time: "" } },
          guesses: untimed(guesses),
        }).toEqual(one.seen),
      verb: register,
      numberOf: ({ customer }: { readonly customer: number }) => customer,
      readMore: (merchant) => readPeople(t, merchant),
    },
  );
  for (const [n, one] of expected.entries()) {
    const isOwner =
      calls[n]?.input.part && one.refusal && "registrationStatus" in Object(answers[n]);
    met.add(isOwner ? "the owner" : kindOf(one));
  }
}

/** The kinds of cases that the generated test data must contain. */
const all = [
  ...["again", "done", "email_already_used", "incomplete", "invalid", "invalid_store", "kept"],
  ...["member_id_already_used", "mobile_number_already_used", "permission_denied", "the owner"],
  "too_many_attempts",
];

testWorlds(registrationWorlds, { all }, compare);
