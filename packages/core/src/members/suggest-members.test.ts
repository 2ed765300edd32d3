import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../testing/harness-of-file.ts";
import { refusalOf } from "../testing/index.ts";
import { getMember } from "./get-member.ts";
import { suggestMembers } from "./suggest-members.ts";

const t = harnessOfFile();

const people = [
  {
    name: "Sari Dewi",
    memberId: "KOPI-77",
    email: "sari@example.com",
    mobileNumber: "+6281234567890",
  },
  {
    name: "dewi lestari",
    memberId: "B2",
    email: "lestari@example.com",
    mobileNumber: "+6281300000000",
  },
  { name: "Budi 100%", memberId: "B1", email: "kopi@example.com" },
  { name: "Siti Nur  Haliza ", memberId: "C1", email: "c_1@example.com" },
  { name: "Zoë", memberId: "0812-5", email: "zoe@example.com", otherMemberIds: ["CARD9", "Z-2"] },
];

async function town() {
  const merchant = await t.given.merchant();
  for (const person of people) await t.given.customer(merchant, person);
  // another merchant has the same people
  const other = await t.given.merchant();
  for (const person of people) await t.given.customer(other, person);
  const suggest = async (text: string, ctx = t.as(merchant)) =>
    (await suggestMembers(ctx, text)).map(({ customer }) => customer.name.trim());
  return { merchant, other, suggest };
}

describe("members are suggested by how", () => {
  test.each([
    ["a Member ID", "kopi", ["Sari Dewi", "Budi 100%"]],
    ["a further Member ID", "card", ["Zoë"]],
    ["an email", "LEST", ["dewi lestari"]],
    ["a number as it is dialled", "0812 3", ["Sari Dewi"]],
    ["an international number", "+62813", ["dewi lestari"]],
    ["a number without its plus", "6281", ["dewi lestari", "Sari Dewi"]],
    ["a number, or a Member ID like one", "0812", ["Zoë", "Sari Dewi"]],
    ["a name", "sari d", ["Sari Dewi"]],
    ["a last name, the name first", "dewi", ["dewi lestari", "Sari Dewi"]],
    ["a last name behind blanks", "haliza", ["Siti Nur  Haliza"]],
    ["a name with an accent", "zoë", ["Zoë"]],
    ["nothing: a percent sign is no wildcard", "%e", []],
    ["an underscore is itself", "c_", ["Siti Nur  Haliza"]],
    ["nothing: another text", "'; drop table", []],
  ])("%s begins: %s", async (_, text, names) => {
    const { suggest } = await town();
    expect(await suggest(text)).toEqual(names);
  });
});

test("ten at most, each once, and nobody who is anonymized", async () => {
  const merchant = await t.given.merchant();
  for (let n = 0; n < 15; n++)
    await t.given.customer(merchant, { name: `Ani ${10 + n}`, memberId: `ANI${n}` });
  await t.given.customer(merchant, { name: "Bob", anonymizedAt: "2026-01-01T00:00:00Z" });
  const found = await suggestMembers(t.as(merchant), "ani");
  expect(found).toHaveLength(10);
  expect(new Set(found.map(({ customer }) => customer.id)).size).toBe(10);
  expect(await suggestMembers(t.as(merchant), "bob")).toEqual([]);
});

test("a suggestion has all Member IDs, the level, and the stamps that have not expired", async () => {
  const merchant = await t.given.merchant();
  const expired = { stamps: 5, nextExpiryOn: "2026-12-31" };
  await t.given.customer(merchant, { name: "Eka Jaya", otherMemberIds: ["X-1"] }, expired);
  const [before] = await suggestMembers(t.as(merchant), "eka");
  expect(before).toMatchObject({
    membership: { stamps: 5, levelName: "Blue" },
    memberIds: [expect.any(String), "X-1"],
  });
  const late = t.as(merchant, { clockOffsetMs: t.offsetTo("2027-01-01T05:00:00Z") });
  expect((await suggestMembers(late, "eka"))[0]?.membership.stamps).toBe(0);
});

describe("a token", () => {
  test("searches 120 times a minute", async () => {
    const { merchant, suggest } = await town();
    const ctx = t.as(merchant);
    for (let n = 0; n < 120; n++) await suggest("nobody", ctx);
    expect(await refusalOf(suggest("nobody", ctx))).toMatchObject({
      code: "too_many_attempts",
      rule: "budget suggestionsOfCaller",
    });
    await suggest("nobody", { ...ctx, clockOffsetMs: 61_000 });
  });

  test("is shown 1,200 customers a minute: each of a list counts", async () => {
    const { merchant, suggest } = await town();
    const ctx = t.as(merchant);
    const { id } = await t.given.customer(merchant);
    for (let n = 0; n < 60; n++) expect(await suggest("dewi", ctx)).toHaveLength(2);
    for (let n = 0; n < 1_079; n++) await getMember(ctx, id);
    // the budget has one customer left, and the list would show two
    expect(await refusalOf(suggest("dewi", ctx))).toMatchObject({
      rule: "budget customersShownInMinute",
      expected: "at most 1200",
    });
    await getMember(ctx, id);
    expect((await refusalOf(getMember(ctx, id))).code).toBe("too_many_attempts");
    const staff = { kind: "staff", merchant, userId: "u", role: "owner", stores: null } as const;
    await getMember({ ...ctx, caller: staff }, id);
    await getMember({ ...ctx, clockOffsetMs: 61_000 }, id);
  }, 60_000);
});
