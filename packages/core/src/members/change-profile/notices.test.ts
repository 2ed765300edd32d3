import { schema } from "@stampbook/db";
import type { TestDatabase } from "@stampbook/db/testing";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { guardless, type OpenHarness, openHarness, runFor } from "../../testing/index.ts";
import { basisOf, type ChangeProfileSeen } from "./change-profile.rules.ts";
import { type ChangeProfileCall, profileChanges } from "./change-profile.sql.ts";

// Tests whether budgets allow a notice, with each condition of the SQL in place, and with the condition
// removed.

let t: OpenHarness<TestDatabase>;
beforeAll(async () => {
  t = await openHarness();
});
// Not `t.close`, which would audit the rows: a statement without its guard leaves wrong rows.
afterAll(() => t?.open.close());

const without = guardless(profileChanges);
const MOST = 2;
const own = { budget: "noticesOfCustomer", subject: "customer" } as const;

/** Spends a budget, then changes a name with a notice. Returns the state of the notice. */
async function stateOf(
  statement: typeof profileChanges,
  budget: { readonly spent: number; readonly endsInMs: number } & Record<
    "budget" | "subject",
    string
  >,
): Promise<unknown> {
  const merchant = await t.given.merchant();
  const { id: merchantId } = merchant;
  const { id } = await t.given.customer(merchant);
  const { endsInMs, ...row } = budget;
  const times = { startedAt: at(endsInMs - 60_000), endsAt: at(endsInMs) };
  await t.db.insert(schema.budgets).values({ merchantId, ...row, ...times, most: MOST });
  const reading: ChangeProfileCall = {
    ...{ customer: id, email: null, memberId: null, mobileNumber: null, firstId: null },
    ...{ computedFrom: null, changes: { name: "Budi" }, claimed: [], freed: [] },
    ...{ hasIdentifiers: false, details: {}, guessSubject: "guesses token:1", auditId: 1 },
    ...{ actor: "token:1", subject: "", reason: null, address: null, key: null },
    ...{ fingerprint: null, spendings: [{ ...own, seconds: 60, most: MOST }] },
    notices: [
      {
        ...{ messageId: `m${id}`, messageKind: "notice", messageChannel: "email" },
        ...{ messageTemplate: "credential_changed", messageRecipient: "old@example.com" },
        ...{ messagePayload: "{}", messageError: null, messageSeconds: 60 },
      },
    ],
  };
  const place = { merchantId, offsetMs: 0 };
  const [seen] = await profileChanges.run(t.db, place, [reading], "wait");
  if (!seen || seen.isDone) throw new Error("it only reads until it is computed");
  const computedFrom = basisOf(seen.seen as ChangeProfileSeen);
  const done = await runFor(t, place)(statement, [{ ...reading, computedFrom }]);
  expect(done).toEqual([true]);
  const { outboxMessages: messages } = schema;
  const isMine = and(eq(messages.merchantId, merchantId), eq(messages.customerId, id));
  const [message] = await t.db.select().from(messages).where(isMine);
  return message?.state;
}

const at = (fromNowMs: number) => new Date(Date.now() + fromNowMs).toISOString();
const spent = { ...own, spent: MOST, endsInMs: 60_000 };

test.each([
  ["a spent budget: the notice is dead", spent, "dead"],
  ["a budget with some left: it is sent", { ...spent, spent: MOST - 1 }, "waiting"],
  ["a budget of the time before: it is sent", { ...spent, endsInMs: -1_000 }, "waiting"],
  ["another budget: it is sent", { ...spent, budget: "messagesOfCaller" }, "waiting"],
  ["another customer's: it is sent", { ...spent, subject: "another" }, "waiting"],
])("%s", async (_, budget, state) => {
  expect(await stateOf(profileChanges, budget)).toBe(state);
});

test.each([
  ["whether it is spent", /b\.spent >= s\.most/, { ...spent, spent: MOST - 1 }],
  ["when it ends", /b\.ends_at > x\.now/, { ...spent, endsInMs: -1_000 }],
  ["which budget it is", /b\.budget = s\.budget/, { ...spent, budget: "messagesOfCaller" }],
  ["whose it is", /b\.subject = s\.subject/, { ...spent, subject: "another" }],
])("without a look at %s the notice is dead", async (_, guard, budget) => {
  expect(await stateOf(without(guard, "true"), budget)).toBe("dead");
});
