import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CoreContext } from "../../context.ts";
import type { Place } from "../../paging.ts";
import { type OpenHarness, openHarness } from "../../testing/index.ts";
import { type CustomerFilter, searchCustomers } from "../index.ts";

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

const all: CustomerFilter = { level: null, status: null, isBlocked: null, tag: null };

async function walk(ctx: CoreContext, text: string, limit: number, filter = all) {
  const names: string[] = [];
  let after: Place | null = null;
  do {
    const input = { ...filter, text, after, limit };
    const page: Awaited<ReturnType<typeof searchCustomers>> = await searchCustomers(ctx, input);
    names.push(...page.items.map(({ name }) => name));
    after = page.next;
  } while (after);
  return names;
}

const people = [
  "Ani Wijaya",
  "ani",
  "Budi 100%",
  "Budi_x",
  "Wiwi Ani",
  "Zoë",
  "Ánna",
  "anindya",
  "Ani Wijaya",
  "O'Brien \\ Co",
  "  Two  spaces ",
];

async function town() {
  const merchant = await t.given.merchant();
  for (const name of people) await t.given.customer(merchant, { name });
  return { merchant, ctx: t.as(merchant) };
}

describe("customers by name", () => {
  test("come without a gap or a repeat, whatever the size of a page", async () => {
    const { ctx } = await town();
    const expected = [...people].sort((one, other) => {
      const [a, b] = [Buffer.from(one.toLowerCase()), Buffer.from(other.toLowerCase())];
      return a.compare(b);
    });
    for (const limit of [1, 2, 5, 50])
      expect((await walk(ctx, "", limit)).map((name) => name.toLowerCase())).toEqual(
        expected.map((name) => name.toLowerCase()),
      );
  });

  test.each([
    ["ani", ["ani", "Ani Wijaya", "Ani Wijaya", "anindya", "Wiwi Ani"]],
    ["ANI WI", ["Ani Wijaya", "Ani Wijaya", "Wiwi Ani"]],
    ["wi", ["Ani Wijaya", "Ani Wijaya", "Wiwi Ani"]],
    ["budi 100%", ["Budi 100%"]],
    ["budi_", ["Budi_x"]],
    ["%", []],
    ["'; drop table customers --", []],
    ["wi ANI", ["Ani Wijaya", "Ani Wijaya", "Wiwi Ani"]],
    ["ani | budi", []],
    ["!ani", []],
    ["ani:*", []],
    ["o'b", ["O'Brien \\ Co"]],
    ["\\", ["O'Brien \\ Co"]],
    ["Zo\u00eb", ["Zoë"]],
  ])("begin a word with %j", async (text, names) => {
    const { ctx } = await town();
    for (const limit of [1, 50]) expect(await walk(ctx, text, limit)).toEqual(names);
  });
});

test("who is meant exactly comes first, by each identifier and in each form", async () => {
  const { merchant, ctx } = await town();
  const own = { email: "dewi@example.com", memberId: "MEM-77", mobileNumber: "+6281234567890" };
  const dewi = await t.given.customer(merchant, { ...own, name: "Dewi" });
  await t.given.customer(merchant, { name: "mem-77 is my name" });
  for (const text of [
    " DEWI@example.com",
    "MEM-77",
    "mem-77",
    "081234567890",
    "+62 812 3456 7890",
    `#${dewi.id}`,
  ]) {
    const { items } = await searchCustomers(ctx, { ...all, text, after: null, limit: 1 });
    expect(items[0]?.name, text).toBe("Dewi");
  }
  expect(await walk(ctx, "MEM-77", 1)).toEqual(["Dewi", "mem-77 is my name"]);
});

test("bug 5: digits are no customer's id, only with a # in front", async () => {
  const { merchant, ctx } = await town();
  const { id } = await t.given.customer(merchant, { name: "Stranger" });
  for (const text of [`${id}`, `0${id}`, `#0${id}`, `# ${id}`])
    expect(await walk(ctx, text, 1), text).toEqual([]);
  expect(await walk(ctx, ` #${id} `, 1)).toEqual(["Stranger"]);
});

test("bug 16: a Member ID is found in any case", async () => {
  const { merchant, ctx } = await town();
  await t.given.customer(merchant, { name: "Lower", memberId: "kopi-7" });
  await t.given.customer(merchant, { name: "Mixed", memberId: "Kopi-8" });
  for (const text of ["kopi-7", "KOPI-7", "Kopi-7"])
    expect(await walk(ctx, text, 1), text).toEqual(["Lower"]);
  for (const text of ["kopi-8", "KOPI-8"]) expect(await walk(ctx, text, 1)).toEqual(["Mixed"]);
});

test("filters narrow, with and without a text", async () => {
  const { merchant, ctx } = await town();
  await t.given.customer(merchant, { name: "Ani Blocked" }, { isBlocked: true, tags: ["vip"] });
  await t.given.customer(merchant, { name: "Cahya Asleep" }, { status: 200 });
  expect(await walk(ctx, "", 1, { ...all, isBlocked: true })).toEqual(["Ani Blocked"]);
  expect(await walk(ctx, "ani", 1, { ...all, tag: "vip" })).toEqual(["Ani Blocked"]);
  expect(await walk(ctx, "", 1, { ...all, status: 200 })).toEqual(["Cahya Asleep"]);
  expect(await walk(ctx, "", 1, { ...all, level: 999 })).toEqual([]);
});

test("another merchant's customers are nobody's", async () => {
  const { merchant } = await town();
  const strange = await t.given.customer(merchant, { name: "Strange" });
  const other = t.as(await t.given.merchant());
  for (const text of ["", "ani", strange.email, strange.memberId, `#${strange.id}`])
    expect(await walk(other, text, 50)).toEqual([]);
});
