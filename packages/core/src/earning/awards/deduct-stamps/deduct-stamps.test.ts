import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { refusalOf } from "../../../testing/index.ts";
import { addAward } from "../add-award/add-award.ts";
import { deductStamps } from "./deduct-stamps.ts";

const t = harnessOfFile();

/**
 * Makes a member with 5 stamps that never expire. `on(day)` is a context with the clock at noon of that day.
 */
async function setting() {
  const merchant = await t.given.merchant();
  const member = await t.given.customer(merchant, {}, { stamps: 5 });
  const on = (day: string) => t.as(merchant, { clockOffsetMs: t.offsetTo(`${day}T05:00:00Z`) });
  const ctx = on("2027-03-01");
  const input = (stamps: number) => ({ user: member.email, stamps, notes: "Counted twice" });
  return { merchant, member, on, ctx, input };
}

describe("a deduction", () => {
  test("is written with its entry, the membership and the record", async () => {
    const { merchant, member, ctx, input } = await setting();
    const before = await t.rows(merchant);
    const taken = await deductStamps(ctx, input(3));
    expect(taken).toMatchObject({
      deduction: { stamps: 3, notes: "Counted twice" },
      customer: { id: member.id },
      membership: { stamps: 2 },
    });
    const { id, createdAt } = taken.deduction;
    expect(createdAt).toMatch(/^2027-03-01T05:/);
    expect(await t.written(merchant, before)).toEqual({
      memberships: [{ customerId: member.id, stamps: 2, entryNumber: 2 }],
      stampEntries: [
        {
          ...{ customerId: member.id, cause: "deduction", causeId: id, delta: -3, number: 2 },
          day: "2027-03-01",
        },
      ],
      stampDeductions: [
        {
          ...{ id, customerId: member.id, stamps: 3, notes: "Counted twice" },
          createdBy: "token:1",
        },
      ],
      auditEntries: [
        expect.objectContaining({
          ...{ action: "stamps.deduct", subject: `customer ${member.id}` },
          reason: "Counted twice",
        }),
      ],
    });
  });

  test("takes what expires first", async () => {
    const { member, on, ctx, input } = await setting();
    const gift = { user: member.id, store: null, stamps: 4, notes: null };
    await addAward(ctx, { ...gift, expiresOn: "2027-03-10" });
    await deductStamps(ctx, input(4));
    // the deduction of 4 took the award's stamps, so none are left to expire
    expect(await deductStamps(on("2027-03-11"), input(1))).toMatchObject({
      membership: { stamps: 4 },
    });
  });

  test("takes no stamps that have expired", async () => {
    const { member, on, ctx, input } = await setting();
    const gift = { user: member.id, store: null, stamps: 4, notes: null };
    await addAward(ctx, { ...gift, expiresOn: "2027-03-10" });
    expect(await refusalOf(deductStamps(on("2027-03-11"), input(6)))).toMatchObject({
      ...{ code: "insufficient_stamps", message: "Not enough stamps: has 5, needs 6" },
    });
  });

  test("is refused with too few stamps and for unknown members, and changes nothing", async () => {
    const { merchant, member, ctx, input } = await setting();
    const stranger = await setting();
    const before = await t.rows(merchant);
    expect((await refusalOf(deductStamps(ctx, input(6)))).code).toBe("insufficient_stamps");
    for (const [where, user] of [
      [ctx, "no@one.com"],
      [stranger.ctx, member.email],
    ] as const) {
      const refusal = await refusalOf(deductStamps(where, { ...input(1), user }));
      expect(refusal).toMatchObject({ code: "invalid_data", field: "__all__" });
    }
    expect(await t.written(merchant, before)).toEqual({});
  });

  test("is for blocked members too", async () => {
    const { merchant, member, ctx, input } = await setting();
    await t.given.block(merchant, member);
    expect(await deductStamps(ctx, input(5))).toMatchObject({ membership: { stamps: 0 } });
  });

  test("by a key takes once, and answers as the first call did", async () => {
    const { merchant, input } = await setting();
    const first = await deductStamps(t.keyed(merchant, "k"), input(1));
    await deductStamps(t.as(merchant), input(1));
    expect(await deductStamps(t.keyed(merchant, "k"), input(1))).toEqual(first);
    const reused = deductStamps(t.keyed(merchant, "k", "another"), input(1));
    expect((await refusalOf(reused)).code).toBe("idempotency_key_reused");
  });
});
