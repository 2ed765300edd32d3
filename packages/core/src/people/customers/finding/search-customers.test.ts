import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { CoreContext } from "../../../foundation/context.ts";
import type { Place } from "../../../foundation/paging.ts";
import { suggestMembers } from "../../../members/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { type CustomerFilter, searchCustomers } from "../index.ts";

const t = harnessOfFile();

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
    const plain = (name: string) =>
      name.trim().normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    const expected = people
      .map(plain)
      .sort((one, other) => Buffer.from(one).compare(Buffer.from(other)));
    for (const limit of [1, 2, 5, 50])
      expect((await walk(ctx, "", limit)).map(plain)).toEqual(expected);
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

/** The locale that initdb makes without LANG: its `lower` changes only a to z. */
test("F6: the database of these tests has the locale C", async () => {
  const rows = await t.db.execute(
    sql`select datctype from pg_database where datname = current_database()`,
  );
  expect(rows).toMatchObject([{ datctype: "C" }]);
});

test.each([
  ["F5: a dotted capital I", "\u0130rem Kaya", ["\u0130rem", "irem kaya", "I\u0307REM", "IREM"]],
  ["F5: combining marks", "Zoe\u0308 Wolf", ["Zo\u00eb", "ZOE\u0308", "zoe w"]],
  ["F5: composed letters", "Zo\u00eb Wolf", ["Zoe\u0308", "ZO\u00cb"]],
  [
    "F6: a capital beyond ASCII",
    "\u00d6mer \u00c7elik",
    ["\u00d6mer \u00c7elik", "\u00f6mer", "\u00e7ELIK", "omer celik"],
  ],
  [
    "F6: Cyrillic",
    "\u041e\u043b\u044c\u0433\u0430",
    ["\u043e\u043b\u044c", "\u041e\u041b\u042c\u0413\u0410"],
  ],
  [
    "F6: Greek with a final sigma",
    "\u039d\u03af\u03ba\u03bf\u03c2",
    [
      "\u039d\u0399\u039a\u039f\u03a3",
      "\u03bd\u03b9\u03ba\u03bf\u03c3",
      "\u03bd\u03af\u03ba\u03bf\u03c2",
    ],
  ],
  ["D31: a macron", "Ramadh\u0101n", ["ramadhan", "RAMADH\u0100N", "Ramadha\u0304n"]],
  [
    "D31: curly quotes",
    "Nur\u2019aini \u201cNoor\u201d",
    ["nur'aini", "Nur\u2019aini", 'nur\u02bcaini "noor', "nur`"],
  ],
  ["D31: straight quotes", "O'Neil", ["o\u2019neil", "O\u02bcNEIL", "o\u00b4neil"]],
  [
    "letters without a decomposition",
    "S\u00f8ren \u0141aski Stra\u00dfe",
    ["soren", "S\u00d8REN", "\u0142aski", "lask", "strasse", "STRASSE"],
  ],
  [
    "full width and invisible characters",
    "\uff21\uff4e\uff49\u3000Wi\u200bjaya",
    ["ani", "ani wijaya", "\uff37\uff29"],
  ],
])("%s: what is displayed finds the customer", async (_, name, texts) => {
  const merchant = await t.given.merchant();
  await t.given.customer(merchant, { name });
  await t.given.customer(merchant, { name: "Budi" });
  const ctx = t.as(merchant);
  for (const text of [name, ...texts]) expect(await walk(ctx, text, 50), text).toEqual([name]);
  const suggested = await suggestMembers(ctx, texts[0] ?? name);
  expect(suggested.map(({ customer }) => customer.name)).toEqual([name]);
});

test("a text of nothing but invisible characters finds nobody at the till, and no suggestion", async () => {
  const { merchant, ctx } = await town();
  const cashier = { kind: "staff", merchant, userId: "u", role: "cashier", stores: null } as const;
  for (const text of ["\u200b\u200b", "\u0301\u0301"]) {
    expect(await walk({ ...ctx, caller: cashier }, text, 5)).toEqual([]);
    expect(await suggestMembers(ctx, text)).toEqual([]);
  }
});

test("a cashier's letters count once in every form", async () => {
  const { merchant, ctx } = await town();
  const caller = { kind: "staff", merchant, userId: "u", role: "cashier", stores: null } as const;
  expect(await walk({ ...ctx, caller }, "a \u00e1 \u00e0", 5)).toEqual([]);
  expect(await walk({ ...ctx, caller }, "\u00e1nn", 5)).toEqual(["\u00c1nna"]);
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
