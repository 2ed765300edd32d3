import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  guardless,
  type OpenHarness,
  openHarness,
  running,
  together,
  twoProcesses,
} from "../../testing/index.ts";
import type { ProfileChange } from "./change-profile.rules.ts";
import { profileChanges } from "./change-profile.sql.ts";
import { changeProfile } from "./change-profile.ts";

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: a statement without its guard leaves wrong rows.
afterAll(() => t?.open.close());

const without = guardless(profileChanges);
const nothing: ProfileChange = {
  ...{ name: null, gender: null, birthday: null, address: null, postalCode: null },
  notes: null,
  ...{ allowNewsletters: null, allowSmsMarketing: null, allowWhatsappMarketing: null },
  ...{ email: null, mobileNumber: null, memberId: null, extraData: null },
};

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
      changeProfile({ ...t.as(merchant), writing }, members[n]?.id ?? 0, { ...nothing, email }),
    );
    expect(answers).toEqual({ done: 1, email_already_used: 19 });
    expect(await newEmails()).toEqual([email]);
  });

  // removes both checks that the change was computed from the current profile
  const withoutLock = without(/\s+and \(jsonb_build_object\([^)]*\) \|\| [^)]*\)\) = b\.basis/);
  const overwriting = guardless(withoutLock)(
    /\(jsonb_build_object\([^)]*\) \|\| [^)]*\)\) = c\.computed_from::jsonb/,
    "c.computed_from is not null",
  );
  test.each([
    ["it has one afterwards", profileChanges, 1],
    [
      "if they are written over a profile that was read before, it is found by old ones",
      overwriting,
      2,
    ],
  ])("one member gets 2 emails in turn: %s", async (_, statement, count) => {
    const { merchant, members, newEmails } = await setting(1);
    const [one, other] = twoProcesses(t).map((process) => running(process, statement));
    if (!one || !other) throw new Error("there are two processes");
    const user = members[0]?.id ?? 0;
    const change = (writing: typeof one, email: string) =>
      changeProfile({ ...t.as(merchant), writing }, user, { ...nothing, email });
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
      return changeProfile({ ...ctx, writing }, user, { ...nothing, ...change });
    });
    expect(answers).toEqual({ done: 10 });
    expect((await t.rows(merchant)).get("auditEntries")?.size).toBe(1);
  });
});
