import type { schema } from "@stampbook/db";
import { describe, expect, test } from "vitest";
import { listAuditEntries } from "../../../foundation/audit/index.ts";
import { unknownMember } from "../../../foundation/failures.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { refusalOf } from "../../../testing/index.ts";
import type { AwardInput } from "../types.ts";
import { addAward } from "./add-award.ts";

const t = harnessOfFile();

/** Noon in Jakarta, the merchant's time zone. */
const NOON = "2027-03-01T05:00:00Z";

/** Makes a merchant with a store and a member with 5 stamps. Calls run at noon of 2027-03-01. */
async function setting(settings: Partial<typeof schema.merchants.$inferInsert> = {}) {
  const merchant = await t.given.merchant(settings);
  const store = await t.given.store(merchant);
  const member = await t.given.customer(merchant, {}, { stamps: 5 });
  const ctx = t.as(merchant, { clockOffsetMs: t.offsetTo(NOON) });
  const input = (changes: Partial<AwardInput> = {}): AwardInput => ({
    ...{ user: member.email, store: store.id, stamps: 3, notes: "Forgot the card" },
    ...{ expiresOn: null, ...changes },
  });
  return { merchant, store, member, ctx, input };
}

describe("an award", () => {
  test("is written with its entry, the membership and the record", async () => {
    const { merchant, store, member, ctx, input } = await setting();
    const before = await t.rows(merchant);
    const given = await addAward(ctx, input());
    expect(given).toMatchObject({
      award: { stamps: 3, status: "Created" },
      customer: { id: member.id },
      membership: { stamps: 8, levelName: "Blue" },
    });
    const { id } = given.award;
    expect(await t.written(merchant, before)).toEqual({
      memberships: [{ customerId: member.id, stamps: 8, entryNumber: 2 }],
      stampEntries: [
        {
          ...{ customerId: member.id, cause: "award", causeId: id, delta: 3, number: 2 },
          day: "2027-03-01",
        },
      ],
      stampAwards: [
        {
          ...{ id, customerId: member.id, storeId: store.id, stamps: 3, notes: "Forgot the card" },
          createdBy: "token:1",
        },
      ],
      auditEntries: [
        expect.objectContaining({ action: "stamps.add", subject: `customer ${member.id}` }),
      ],
    });
    const nothing = { from: null, to: null, action: null, actor: null, subject: null, text: null };
    const audit = await listAuditEntries(t.as(merchant), { ...nothing, after: null, limit: 5 });
    expect(audit.items).toMatchObject([{ reason: "Forgot the card", details: { delta: 3 } }]);
  });

  test.each([
    ["never expires", null, null, null],
    ["expires by the merchant's setting", 10, null, "2027-03-11"],
    ["expires on the named day", 10, "2027-03-04", "2027-03-04"],
    ["expires on a named day after the merchant's", 10, "2027-06-01", "2027-06-01"],
    ["expires today", null, "2027-03-01", "2027-03-01"],
  ])("%s", async (_, stampsValidDays, expiresOn, last) => {
    const { merchant, member, ctx, input } = await setting({ stampsValidDays });
    await addAward(ctx, input({ expiresOn }));
    const rows = await t.rows(merchant);
    const entries = [...(rows.get("stampEntries")?.values() ?? [])];
    expect(entries.at(-1)).toMatchObject({ cause: "award", expiresOn: last });
    expect([...(rows.get("stampAwards")?.values() ?? [])]).toMatchObject([{ expiresOn: last }]);
    expect(rows.get("memberships")?.get(String(member.id))).toMatchObject({ nextExpiryOn: last });
  });

  test("leaves the earlier day on which to look again", async () => {
    const { merchant, member, ctx, input } = await setting();
    await addAward(ctx, input({ expiresOn: "2027-03-04" }));
    await addAward(ctx, input({ expiresOn: "2027-06-01" }));
    const rows = (await t.rows(merchant)).get("memberships");
    expect(rows?.get(String(member.id))).toMatchObject({ nextExpiryOn: "2027-03-04" });
  });

  test("shows no stamps that have expired", async () => {
    const { merchant, ctx, input } = await setting();
    await addAward(ctx, input({ expiresOn: "2027-03-04" }));
    const later = t.as(merchant, { clockOffsetMs: t.offsetTo("2027-03-05T05:00:00Z") });
    expect(await addAward(later, input({ stamps: 1 }))).toMatchObject({
      membership: { stamps: 6 },
    });
  });

  test.each(["blocked", "inactive", "suspended"])("is for %s members too", async (what) => {
    const { merchant, ctx, input } = await setting();
    const user =
      what === "inactive"
        ? await t.given.customer(merchant, { isActive: false })
        : await t.given.customer(
            merchant,
            {},
            what === "blocked" ? { isBlocked: true } : { status: 300 },
          );
    expect(await addAward(ctx, input({ user: user.id }))).toMatchObject({
      membership: { stamps: 3 },
    });
  });

  test("needs no store", async () => {
    const { merchant, ctx, input } = await setting();
    await addAward(ctx, input({ store: null }));
    const rows = (await t.rows(merchant)).get("stampAwards");
    expect([...(rows?.values() ?? [])]).toMatchObject([{ storeId: null }]);
  });
});

describe("is refused, and changes nothing", () => {
  test.each([
    [{ store: "nowhere" }, { code: "invalid_store" }],
    [{ user: "no@one.com" }, { code: "invalid_user" }],
    [{ user: "no@one.com", store: "nowhere" }, { code: "invalid_store" }],
    [{ expiresOn: "2027-02-28" }, { code: "invalid", field: "expiration_date" }],
  ])("%j", async (changes, refusal) => {
    const { merchant, ctx, input } = await setting();
    const before = await t.rows(merchant);
    expect(await refusalOf(addAward(ctx, input(changes)))).toMatchObject(refusal);
    expect(await t.written(merchant, before)).toEqual({});
  });

  test("on the day of the merchant's zone, which may be ahead", async () => {
    const { ctx, input } = await setting({ timezone: "Pacific/Kiritimati" });
    const refusal = await refusalOf(addAward(ctx, input({ expiresOn: "2027-02-28" })));
    expect(refusal).toMatchObject({ expected: "2027-03-01 or later", found: "2027-02-28" });
  });

  test("in a store of others and in a closed one", async () => {
    const { merchant, store, input } = await setting();
    const elsewhere = await t.given.store(merchant);
    const denied = addAward(t.within(merchant, [elsewhere.id]), input());
    expect((await refusalOf(denied)).code).toBe("permission_denied");
    await t.db.execute(`update stores set is_active = false where id = ${store.id}`);
    expect((await refusalOf(addAward(t.as(merchant), input()))).code).toBe("invalid_store");
    const stranger = await setting();
    const named = addAward(stranger.ctx, input({ store: null }));
    expect((await refusalOf(named)).code).toBe("invalid_user");
  });

  test("with the words of the caller's paths for an unknown member", async () => {
    const { ctx, input } = await setting();
    const unknown = addAward(ctx, input({ user: "no@one.com" }), unknownMember);
    expect(await refusalOf(unknown)).toEqual(unknownMember);
  });
});

test("a key gives once, and answers as the first call did", async () => {
  const { merchant, input } = await setting();
  const first = await addAward(t.keyed(merchant, "k"), input());
  await addAward(t.as(merchant), input());
  expect(await addAward(t.keyed(merchant, "k"), input())).toEqual(first);
  const reused = addAward(t.keyed(merchant, "k", "another"), input());
  expect((await refusalOf(reused)).code).toBe("idempotency_key_reused");
});
