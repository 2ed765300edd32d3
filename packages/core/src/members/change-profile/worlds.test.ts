import { schema } from "@stampbook/db";
import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { expect } from "vitest";
import { allows } from "../../entering/access/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { toE164 } from "../../people/customers/index.ts";
import { compareCalls } from "../../testing/comparing/compare-calls.ts";
import {
  type Expected,
  expectedFirst,
  type Judged,
  kindOf,
} from "../../testing/comparing/expected-first.ts";
import { readPeople } from "../../testing/comparing/read-people.ts";
import { readShop, seeGuesses, seeKept, todayOf } from "../../testing/comparing/read-shop.ts";
import { testWorlds } from "../../testing/comparing/run-worlds.ts";
import type { OpenHarness } from "../../testing/index.ts";
import { findTaken } from "../../testing/worlds/members/member-facts.ts";
import {
  makeProfileWorld,
  type ProfileChangeMade,
  type ProfileFacts,
  profileWorlds,
} from "../../testing/worlds/members/profile-worlds.ts";
import { isTaken } from "../taken.rules.ts";
import {
  type ChangeProfileSeen,
  changedProfile,
  identifierChanges,
  type Profile,
  refuseProfile,
} from "./change-profile.rules.ts";
import { operation } from "./change-profile.sql.ts";
import { changeProfile } from "./change-profile.ts";

type Call = { readonly ctx: CoreContext; readonly input: ProfileChangeMade };

/** Predicts the result of a call: applies the rules to rows that it reads without the statement. */
async function judge(t: OpenHarness, { ctx, input }: Call): Promise<Judged<ChangeProfileSeen>> {
  const { customers, messageTemplates: templates } = schema;
  const { caller } = ctx;
  const { id: merchantId, country } = caller.merchant;
  const [row] = await t.db
    .select({ ...getTableColumns(customers), extraText: sql<string>`extra_data::text` })
    .from(customers)
    .where(
      and(
        ...[eq(customers.merchantId, merchantId), eq(customers.id, input.user)],
        isNull(customers.anonymizedAt),
      ),
    );
  const { mobileNumber, email } = input.change;
  const change = {
    ...input.change,
    email: email?.toLowerCase() ?? null,
    mobileNumber: mobileNumber && toE164(mobileNumber, country),
  };
  const profile = row ? profileOf(row) : null;
  const { claimed } = profile
    ? identifierChanges(profile, changedProfile(profile, change), country)
    : { claimed: [] };
  const shop = await readShop(t, caller.merchant);
  const { code, channel, subject, body, html, approved } = templates;
  const seen: ChangeProfileSeen = {
    ...{ customerId: row?.id ?? null, profile, extraData: row?.extraText ?? null },
    taken: await findTaken(t, caller.merchant, claimed, input.user),
    guesses: untimed(seeGuesses(shop, ctx)),
    noticeTemplates: (await t.db
      .select({ code, channel, subject, body, html, approved })
      .from(templates)
      .where(
        and(
          ...[eq(templates.merchantId, merchantId), eq(code, shop.merchant.notifyTemplateCode)],
          sql`${shop.merchant.notifyCredentialChanges}`,
        ),
      )) as ChangeProfileSeen["noticeTemplates"],
    ...{
      smsCountries: [country],
      time: "",
      today: todayOf(ctx),
      kept: seeKept(shop, ctx, operation),
    },
  };
  const mayIdentify = caller.kind === "token" && allows(caller.scopes, "members.identity");
  const subjects = claimed.map(({ form, value }) => `${form} ${value}`);
  const refusal = refuseProfile(seen, { change, mayIdentify, country });
  // a call without computed changes reads no taken identifiers; a call with them reads no templates
  const isAnswered = seen.kept !== null || !(refusal === null || isTaken(refusal));
  const looks = isAnswered ? { taken: [] } : { noticeTemplates: [] };
  return {
    ...{ refusal, seen: { ...seen, ...looks }, isAnswered },
    subjects: [`customer ${input.user}`, ...subjects],
  };
}

/** Sets `secondsLeft` to 0, because it differs from one read to the next. */
const untimed = (guesses: ChangeProfileSeen["guesses"]) =>
  guesses && { ...guesses, secondsLeft: 0 };

function profileOf(row: typeof schema.customers.$inferSelect): Profile {
  const { name, email, mobileNumber, memberId, otherMemberIds, gender, address } = row;
  const { postalCode, notes, birthday, allowNewsletters, allowSmsMarketing } = row;
  return {
    ...{
      name,
      email,
      mobileNumber,
      memberId,
      otherMemberIds,
      gender,
      address,
      postalCode,
      notes,
      birthday,
    },
    ...{ allowNewsletters, allowSmsMarketing, allowWhatsappMarketing: row.allowWhatsappMarketing },
    ...{ emailIsVerified: row.emailIsVerified, phoneIsVerified: row.phoneIsVerified },
    registrationStatus: row.registrationStatus as Profile["registrationStatus"],
  };
}

async function compare(t: OpenHarness, facts: ProfileFacts, met: Set<string>) {
  type Judgement = Expected<ChangeProfileSeen>;
  const { expected, calls } = await compareCalls<ProfileChangeMade, ChangeProfileSeen, Judgement>(
    t,
    {
      makeWorld: () => makeProfileWorld(t, facts, changeProfile),
      expectedFirst: (calls) => expectedFirst(calls, (call) => judge(t, call)),
      expectSeen: ({ guesses, ...seen }, one) =>
        expect({ ...seen, guesses: untimed(guesses), time: "" }).toEqual(one.seen),
      // compares only the ids of responses, because a later call may change the member before this response
      // is made; the changed rows are compared separately
      verb: async (ctx, { user, change }) => {
        const { customer } = await changeProfile(ctx, user, change);
        return { id: customer.id };
      },
      numberOf: ({ auditId }: { readonly auditId: number }) => auditId,
      readMore: (merchant) => readPeople(t, merchant),
      readsFirst: true,
    },
  );
  for (const [n, one] of expected.entries()) {
    met.add(kindOf(one));
    if (one.isDone && one.subjects.length > 1) met.add("done, with identifiers");
    if (one.isDone && one.seen.profile?.registrationStatus === "Partial")
      met.add(calls[n]?.input.change.name ? "completed" : "in part as before");
  }
}

/** The kinds of cases that the generated test data must contain. */
const all = [
  ...[
    "again",
    "completed",
    "done",
    "done, with identifiers",
    "email_already_used",
    "in part as before",
  ],
  ...["invalid", "invalid_data", "kept", "member_id_already_used", "mobile_number_already_used"],
  ...["permission_denied", "too_many_attempts"],
];

testWorlds(profileWorlds, { all }, compare);
