import { GuardRefused, schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import {
  guardless,
  runFor,
  running,
  together,
  twoProcesses,
  whileItWaits,
} from "../../testing/index.ts";
import { noChange, openProfiles } from "./change-profile.cases.ts";
import { changeProfile, profileChanges } from "./change-profile.ts";

// Closes the database without an audit: a statement without its guard leaves wrong rows.
const t = harnessOfFile({ isAudited: false });

const { statement } = profileChanges;
const unseen = profileChanges.without({ asSeen: "basis" });

/** Makes a merchant and `count` members. `newEmails` returns the stored identifiers that begin with `new`. */
async function setting(count: number) {
  const merchant = await t.given.merchant();
  const make = () => t.given.customer(merchant);
  const members = await Promise.all(Array.from({ length: count }, make));
  const { customerIdentifiers: entries } = schema;
  const newEmails = async () => {
    const rows = await t.db.select().from(entries).where(eq(entries.merchantId, merchant.id));
    return rows.map(({ value }) => value).filter((value) => value.startsWith("new"));
  };
  return { merchant, members, newEmails };
}

describe("calls of two processes", () => {
  test("20 members want one email: one gets it, and the others are refused", async () => {
    const { merchant, members, newEmails } = await setting(20);
    const email = "new@example.com";
    const answers = await together(twoProcesses(t), 20, (writing, n) =>
      changeProfile({ ...t.as(merchant), writing }, members[n]?.id ?? 0, { ...noChange, email }),
    );
    expect(answers).toEqual({ done: 1, email_already_used: 19 });
    expect(await newEmails()).toEqual([email]);
  });

  // removes both looks at whether the change was computed from the current profile
  const overwriting = guardless(unseen)(
    /x\.basis is distinct from c\.computed_from::jsonb/,
    "c.computed_from is null",
  );
  test.each([
    ["it has one afterwards", statement, 1],
    [
      "if they are written over a profile that was read before, it is found by old ones",
      overwriting,
      2,
    ],
  ])("one member gets 2 emails in turn: %s", async (_, sent, count) => {
    const { merchant, members, newEmails } = await setting(1);
    const [one, other] = twoProcesses(t).map((process) => running(process, sent));
    if (!one || !other) throw new Error("there are two processes");
    const user = members[0]?.id ?? 0;
    const change = (writing: typeof one, email: string) =>
      changeProfile({ ...t.as(merchant), writing }, user, { ...noChange, email });
    let statements = 0;
    // the other process changes the email after this process has read the profile, and before it writes
    const late: typeof one = {
      ...one,
      write: async (...sending) => {
        const row = await one.write(...sending);
        if (++statements === 1) await change(other, "new-1@example.com");
        return row;
      },
    };
    await change(late, "new-2@example.com");
    expect(await newEmails()).toHaveLength(count);
  });

  test.each([
    ["with one key write one audit entry", true, { name: "Budi" }],
    ["without keys write one too, because the others change nothing", false, { name: "Budi" }],
    ["with the same extra data write one too", false, { extraData: { till: 4 } }],
  ])("10 of one member %s", async (_, isKeyed, change) => {
    const { merchant, members } = await setting(1);
    const answers = await together(twoProcesses(t), 10, (writing) => {
      const ctx = isKeyed ? t.keyed(merchant, "k") : t.as(merchant);
      const user = members[0]?.id ?? 0;
      return changeProfile({ ...ctx, writing }, user, { ...noChange, ...change });
    });
    expect(answers).toEqual({ done: 10 });
    expect((await t.rows(merchant)).get("auditEntries")?.size).toBe(1);
  });
});

describe("what another transaction changes while the statement waits", () => {
  // another member gets the value as a further Member ID, so no unique index of `customers` refuses it
  test.each([
    ["the statement is rolled back", statement, new GuardRefused("identifiers")],
    ["without its end somebody else has it", profileChanges.without({ end: true }), [true]],
  ])("the new Member ID is taken: %s", async (_, one, done) => {
    const { merchant, call } = await openProfiles(t);
    const { id: other } = await t.given.customer(merchant);
    const waiting = await call({ asked: { memberId: "LATE" } });
    const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
    const taken = {
      lock: `insert into customer_identifiers (merchant_id, form, value, customer_id)
        values ($1, 'memberId', 'LATE', ${other})`,
      change: "select $1::bigint",
    };
    expect(await whileItWaits(t, merchant.id, taken, () => run(one, [waiting], "wait"))).toEqual(
      done,
    );
    const { customerIdentifiers: entries } = schema;
    const mine = and(eq(entries.merchantId, merchant.id), eq(entries.value, "LATE"));
    const found = await t.db.select().from(entries).where(mine);
    expect(found).toMatchObject([{ customerId: other }]);
  });
});
