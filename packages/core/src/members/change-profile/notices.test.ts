import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { CallKey } from "../../foundation/writing/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { guardless, runFor } from "../../testing/index.ts";
import { openProfiles } from "./change-profile.cases.ts";
import { type ChangeProfileCall, profileChanges } from "./change-profile.ts";

// Tests whether budgets allow a notice. Some tests remove a condition from the SQL. The wrong effect must
// then appear, which proves that the condition is needed.

// Closes the database without an audit: a statement without its guard leaves wrong rows.
const t = harnessOfFile({ isAudited: false });

const { statement: whole } = profileChanges;
const without = guardless(whole);
const MOST = 2;
const own = { budget: "noticesOfCustomer", subject: "customer" } as const;
const shared = { budget: "messagesOfCaller", subject: "token:1" } as const;

type Call = ChangeProfileCall & CallKey;
type Budget = { readonly budget: string; readonly subject: string };

/** Makes a merchant. Returns functions that add budgets, make and run calls, and read the rows afterwards. */
async function setting() {
  const { merchant, call: made } = await openProfiles(t);
  const { id: merchantId } = merchant;
  const place = { merchantId, offsetMs: 0 };
  /** Adds a budget whose minute ends `endsInMs` from now. */
  const given = async (budget: Budget & { readonly spent: number; readonly endsInMs: number }) => {
    const { endsInMs, ...row } = budget;
    const times = { startedAt: at(endsInMs - 60_000), endsAt: at(endsInMs) };
    await t.db.insert(schema.budgets).values({ merchantId, ...row, ...times, most: MOST });
  };
  /** Makes a call that changes a new member. Its notice spends the budgets. */
  const call = async (budgets: readonly Budget[] = [own]): Promise<Call> => {
    const one = await made();
    const messageId = `m${one.auditId}`;
    return {
      ...one,
      spendings: budgets.map((each) => ({ ...each, seconds: 60, most: MOST })),
      notices: [
        {
          ...{ messageId, messageKind: "notice", messageChannel: "email" },
          ...{ messageTemplate: "credential_changed", messageRecipient: "old@example.com" },
          ...{ messagePayload: "{}", messageError: null, messageSeconds: 60 },
        },
      ],
    };
  };
  /** Runs the calls in one statement. Returns the states of their notices. */
  const statesOf = async (
    statement: typeof whole,
    calls: readonly Call[],
  ): Promise<readonly unknown[]> => {
    expect(await runFor(t, place)(statement, calls)).toEqual(calls.map(() => true));
    const { outboxMessages: messages } = schema;
    const rows = await t.db.select().from(messages).where(eq(messages.merchantId, merchantId));
    return calls.map(({ auditId }) => rows.find(({ id }) => id === `m${auditId}`)?.state);
  };
  /** Returns how much of a budget is spent. */
  const spentOf = async ({ budget, subject }: Budget) => {
    const { budgets: rows } = schema;
    const isIt = and(eq(rows.budget, budget), eq(rows.subject, subject));
    const [row] = await t.db
      .select()
      .from(rows)
      .where(and(eq(rows.merchantId, merchantId), isIt));
    return row?.spent ?? 0;
  };
  return { given, call, statesOf, spentOf };
}

const at = (fromNowMs: number) => new Date(Date.now() + fromNowMs).toISOString();
const spent = { ...own, spent: MOST, endsInMs: 60_000 };

/** Adds a budget, then changes a name with a notice. Returns the state of the notice. */
async function stateAfter(
  budget: Parameters<Awaited<ReturnType<typeof setting>>["given"]>[0],
  statement = whole,
): Promise<unknown> {
  const { given, call, statesOf } = await setting();
  await given(budget);
  const [state] = await statesOf(statement, [await call()]);
  return state;
}

test.each([
  ["a spent budget: the notice is dead", spent, "dead"],
  ["a budget with some left: it is sent", { ...spent, spent: MOST - 1 }, "waiting"],
  ["a budget of the time before: it is sent", { ...spent, endsInMs: -1_000 }, "waiting"],
  ["another budget: it is sent", { ...spent, budget: "messagesOfCaller" }, "waiting"],
  ["another customer's: it is sent", { ...spent, subject: "another" }, "waiting"],
])("%s", async (_, budget, state) => {
  expect(await stateAfter(budget)).toBe(state);
});

test.each([
  ["whether it is spent", /b\.spent >= s\.most/, { ...spent, spent: MOST - 1 }],
  ["when it ends", /b\.ends_at > x\.now/, { ...spent, endsInMs: -1_000 }],
  ["which budget it is", /b\.budget = s\.budget/, { ...spent, budget: "messagesOfCaller" }],
  ["whose it is", /b\.subject = s\.subject/, { ...spent, subject: "another" }],
])("without a look at %s the notice is dead", async (_, guard, budget) => {
  expect(await stateAfter(budget, without(guard, "true"))).toBe("dead");
});

test.each([
  ["spends no other", whole, 0],
  [
    "without the guard spends another",
    without(
      / where not exists \(select 1 from json_to_recordset\(c\.spendings\) as s\(budget text, subject text, most int\).*?b\.spent >= s\.most\)/,
    ),
    1,
  ],
])("a notice whose own budget is spent %s", async (_, statement, others) => {
  const { given, call, statesOf, spentOf } = await setting();
  await given(spent);
  expect(await statesOf(statement, [await call([own, shared])])).toEqual(["dead"]);
  expect(await spentOf(shared)).toBe(others);
});

test.each([
  ["are dead", whole, "dead"],
  [
    "without the guard are sent, and not counted",
    without(
      /(?<=cross join lateral \(select )not exists \(.*?from spent p\)\)(?= as is_allowed)/,
      "true",
    ),
    "waiting",
  ],
])(
  "two notices of one batch, of which the budget allows only one, %s",
  async (_, statement, state) => {
    const { given, call, statesOf, spentOf } = await setting();
    await given({ ...spent, spent: MOST - 1 });
    expect(await statesOf(statement, [await call(), await call()])).toEqual([state, state]);
    expect(await spentOf(own)).toBe(MOST - 1);
  },
);
