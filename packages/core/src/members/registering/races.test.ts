import { describe, expect, test } from "vitest";
import { Secret } from "../../foundation/secret.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { guardless, running, together, twoProcesses } from "../../testing/index.ts";
import { registrationOf } from "./register-member.cases.ts";
import { registerMember, registrations } from "./register-member.ts";

const t = harnessOfFile();

const ayu = registrationOf("ayu@example.com");

async function setting() {
  const merchant = await t.given.merchant();
  const rows = async () => {
    const read = await t.rows(merchant);
    return [read.get("memberships")?.size ?? 0, read.get("auditEntries")?.size ?? 0];
  };
  return { merchant, rows };
}

const { statement } = registrations;

describe("calls of two processes", () => {
  /** Registers one email 100 times. Returns how many calls ended with each code. */
  async function oneHundred(sent: typeof statement) {
    const { merchant, rows } = await setting();
    const processes = twoProcesses(t).map((process) => running(process, sent));
    const ended = await together(processes, 100, (writing) =>
      registerMember({ ...t.as(merchant), writing }, ayu),
    );
    expect(await rows()).toEqual([1, 1]);
    return ended;
  }

  test("100 with one email: one member is registered, the others are refused", async () => {
    // after 60 wrong guesses in a minute, further calls fail with too_many_attempts
    const {
      email_already_used: refused = 0,
      too_many_attempts: late = 0,
      ...others
    } = await oneHundred(statement);
    expect([others, refused + late]).toEqual([{ done: 1 }, 99]);
  });

  test("negative control: without the guards the database fails some of them", async () => {
    const without = guardless(registrations.without({ check: "emailIsFree" }));
    const insertsOnce = / on conflict do nothing(?= returning id)/;
    expect((await oneHundred(without(insertsOnce)))["23505"]).toBeGreaterThan(0);
  });

  test("10 with one key are one member, whose PIN is set once", async () => {
    const { merchant, rows } = await setting();
    const counted = await together(twoProcesses(t), 10, (writing) =>
      registerMember({ ...t.keyed(merchant, "k"), writing }, { ...ayu, pin: new Secret("135790") }),
    );
    expect(counted).toEqual({ done: 10 });
    expect(await rows()).toEqual([1, 1]);
  });
});

test("a made Member ID that somebody has is made again", async () => {
  const { merchant } = await setting();
  const given = ["000000001", "000000001", "000000002"];
  const ctx = t.as(merchant);
  const newMemberDigits = () => given.shift() ?? "";
  const secrets = { ...ctx.secrets, newMemberDigits };
  const ids = [];
  for (const email of ["one@example.com", "two@example.com"])
    ids.push((await registerMember({ ...ctx, secrets }, { ...ayu, email })).id);
  const rows = (await t.rows(merchant)).get("memberships");
  expect(rows?.size).toBe(2);
  expect(new Set(ids).size).toBe(2);
  expect(given).toEqual([]);
});
