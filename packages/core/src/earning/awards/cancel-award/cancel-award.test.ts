import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { refusalOf } from "../../../testing/index.ts";
import { addAward } from "../add-award/add-award.ts";
import { deductStamps } from "../deduct-stamps/deduct-stamps.ts";
import { cancelAward } from "./cancel-award.ts";

const t = harnessOfFile();

/**
 * Makes a member with 5 stamps that never expire. `on(day)` is a context with the clock at noon of that day.
 */
async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const member = await t.given.customer(merchant, {}, { stamps: 5 });
  const on = (day: string) => t.as(merchant, { clockOffsetMs: t.offsetTo(`${day}T05:00:00Z`) });
  const first = on("2027-03-01");
  const give = async (stamps: number, expiresOn: string | null = null, ctx = first) => {
    const gift = { user: member.email, store: store.id, stamps, notes: null, expiresOn };
    return (await addAward(ctx, gift)).award.id;
  };
  const take = (stamps: number, ctx = first) =>
    deductStamps(ctx, { user: member.email, stamps, notes: "a test" });
  const cancel = (award: number, ctx = first) => cancelAward(ctx, { user: member.id, award });
  const balance = async () =>
    (await t.rows(merchant)).get("memberships")?.get(String(member.id))?.stamps;
  return { merchant, store, member, on, give, take, cancel, balance };
}

describe("a canceled award", () => {
  test("takes back what it gave; award, membership, ledger and audit are written together", async () => {
    const { merchant, member, give, cancel } = await setting();
    const id = await give(9);
    const before = await t.rows(merchant);
    expect(await cancel(id)).toMatchObject({
      award: { id, stamps: 9, status: "Canceled" },
      customer: { id: member.id },
      membership: { stamps: 5 },
    });
    expect(await t.written(merchant, before)).toEqual({
      stampAwards: [{ id, canceledAt: expect.any(String), canceledBy: "token:1" }],
      memberships: [{ customerId: member.id, stamps: 5, entryNumber: 3 }],
      stampEntries: [
        expect.objectContaining({
          ...{ cause: "award_cancellation", causeId: id, reversedId: id, delta: -9, number: 3 },
        }),
      ],
      auditEntries: [
        expect.objectContaining({ action: "stamps.cancel", subject: `customer ${member.id}` }),
      ],
    });
  });

  test("again has the same outcome and writes nothing", async () => {
    const { merchant, give, cancel } = await setting();
    const id = await give(9);
    const first = await cancel(id);
    const before = await t.rows(merchant);
    expect(await cancel(id)).toEqual(first);
    expect(await t.written(merchant, before)).toEqual({});
  });

  test("takes from its own stamps first, although others expire earlier", async () => {
    const { on, give, take, cancel } = await setting();
    const late = await give(9, "2027-04-01");
    await give(4, "2027-03-10");
    await cancel(late);
    // the 4 stamps of the other award are unspent, and expire
    expect(await take(1, on("2027-03-11"))).toMatchObject({ membership: { stamps: 4 } });
  });

  test("takes others if its own are spent, and is refused if the balance is less", async () => {
    const { merchant, give, take, cancel } = await setting();
    const id = await give(9, "2027-03-10");
    await take(5);
    // takes the 4 unspent stamps of the award, and 5 others
    expect(await cancel(id)).toMatchObject({ membership: { stamps: 0 } });
    const second = await give(9);
    await take(1);
    const before = await t.rows(merchant);
    expect(await refusalOf(cancel(second))).toMatchObject({
      ...{ code: "insufficient_stamps", expected: "9 stamps", found: "8 stamps" },
      message: "Award can't be canceled due to insufficient Stamps",
    });
    expect(await t.written(merchant, before)).toEqual({});
  });

  test("takes no stamps that have expired since, also if nothing says so yet", async () => {
    const { on, give, take, cancel } = await setting();
    const id = await give(9, "2027-03-10");
    await take(6);
    const later = on("2027-03-11");
    // the 5 opening stamps never expire; 6 of the award's 9 stamps were spent before the others expired
    expect(await refusalOf(cancel(id, later))).toMatchObject({
      ...{ code: "insufficient_stamps", expected: "6 stamps", found: "5 stamps" },
    });
    await give(1, null, later);
    expect(await cancel(id, later)).toMatchObject({ membership: { stamps: 0 } });
  });

  test("whose stamps have all expired takes nothing, and is canceled", async () => {
    const { merchant, on, give, cancel, balance } = await setting();
    const id = await give(9, "2027-03-10");
    expect(await cancel(id, on("2027-03-11"))).toMatchObject({
      award: { stamps: 9, status: "Canceled" },
      membership: { stamps: 5 },
    });
    expect(await balance()).toBe(5);
    const entries = [...((await t.rows(merchant)).get("stampEntries")?.values() ?? [])];
    expect(entries.map(({ cause }) => cause).sort()).toEqual(["award", "expiry", "opening"]);
  });

  test("by a key answers as the first call did", async () => {
    const { merchant, member, give } = await setting();
    const [one, other] = [await give(2), await give(3)];
    const cancel = (ctx: ReturnType<typeof t.as>, award: number) =>
      cancelAward(ctx, { user: member.id, award });
    const first = await cancel(t.keyed(merchant, "k"), one);
    await cancel(t.as(merchant), other);
    expect(await cancel(t.keyed(merchant, "k"), one)).toEqual(first);
    const reused = cancel(t.keyed(merchant, "k", "another"), one);
    expect((await refusalOf(reused)).code).toBe("idempotency_key_reused");
  });
});

test("an award belongs to its customer, its merchant and its store", async () => {
  const { merchant, member, give } = await setting();
  const id = await give(9);
  const other = await t.given.customer(merchant);
  const ctx = t.as(merchant);
  const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;
  expect(await codeOf(cancelAward(ctx, { user: other.id, award: id }))).toBe("award_not_found");
  const unknown = { user: member.id, award: id + 1_000 };
  expect(await codeOf(cancelAward(ctx, unknown))).toBe("award_not_found");
  expect(await codeOf(cancelAward(ctx, { user: "no@one.com", award: id }))).toBe("invalid_user");
  const stranger = await setting();
  const strange = t.as(stranger.merchant);
  expect(await codeOf(cancelAward(strange, { user: member.id, award: id }))).toBe("invalid_user");
  const own = { user: stranger.member.id, award: id };
  expect(await codeOf(cancelAward(strange, own))).toBe("award_not_found");
  const elsewhere = t.within(merchant, [(await t.given.store(merchant)).id]);
  const denied = cancelAward(elsewhere, { user: member.id, award: id });
  expect(await codeOf(denied)).toBe("permission_denied");
});

test("an award without a store can be canceled by tokens of any store", async () => {
  const { merchant, store, member } = await setting();
  const gift = { user: member.id, store: null, stamps: 2, notes: null, expiresOn: null };
  const { award } = await addAward(t.within(merchant, [store.id]), gift);
  const elsewhere = t.within(merchant, [(await t.given.store(merchant)).id]);
  expect(await cancelAward(elsewhere, { user: member.id, award: award.id })).toMatchObject({
    award: { status: "Canceled" },
  });
});
