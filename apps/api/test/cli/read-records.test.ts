import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Problem } from "../../src/cli/import/problems.ts";
import type { FoundRecord } from "../../src/cli/import/read-records.ts";
import { walkSections } from "../../src/cli/import/walk-sections.ts";
import { sourceOf } from "./office.ts";

async function read(text: string | Buffer, chunk?: number) {
  const problems: Problem[] = [];
  const records: FoundRecord[] = [];
  const walk = walkSections(sourceOf(text, chunk), { onProblem: (one) => problems.push(one) });
  for await (const some of walk) records.push(...some);
  const told = records.map(({ section, index, value }) => ({ section, index, value }));
  return { problems, records, told };
}

const brokenAt = async (text: string | Buffer, chunk?: number) => {
  const error = await read(text, chunk).then(
    () => new Error("it was read"),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error) || !("line" in error)) throw error;
  return `${error.line}: ${error.message}`;
};

describe("records", () => {
  test("are what JSON.parse finds, in whatever pieces the bytes come", async () => {
    const document = {
      merchant: { id: 1, name: "Kopi ☕ é" },
      levels: [{ level: 1 }, { level: 2, name: 'a\\u0000"b' }],
      customers: [{ id: 1, membership: { tags: ["x", ["y"]], "a.b": null } }, 7, null, "text"],
    };
    const expected = [
      { section: "merchant", index: null, value: document.merchant },
      ...document.levels.map((value, index) => ({ section: "levels", index, value })),
      ...document.customers.map((value, index) => ({ section: "customers", index, value })),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(0, 1, 2),
        async (chunk, indent) => {
          const { told, problems } = await read(JSON.stringify(document, null, indent), chunk);
          expect(told).toEqual(expected);
          expect(problems).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("keep keys that would reach a prototype as plain keys", async () => {
    const { told } = await read('{"merchant": {"id": 1, "extra": {"__proto__": {"x": 1}}}}');
    const value = told[0]?.value as { extra: object };
    expect(Object.keys(value.extra)).toEqual(["__proto__"]);
    expect("x" in value.extra).toBe(false);
  });

  test("come after what they refer to, wherever they stand", async () => {
    const order = async (text: string) => [
      ...new Set((await read(text)).told.map(({ section }) => section)),
    ];
    expect(
      await order(
        '{"vouchers":[{}],"customers":[{}],"levels":[{}],"voucher_templates":[{}],"merchant":{"id":1}}',
      ),
    ).toEqual(["merchant", "levels", "voucher_templates", "customers", "vouchers"]);
    expect(await order('{"merchant":{},"vouchers":[{}]}')).toEqual(["merchant", "vouchers"]);
    expect(await order('{"vouchers":[],"customers":[{}]}')).toEqual(["customers"]);
  });
});

describe("lines", () => {
  test("of records and fields, in whatever pieces the bytes come", async () => {
    const text = `{
  "merchant": { "id": 1,
    "settings": {
      "pin_max_attempts": 3 } },
  "customers": [
    { "id": 1, "membership":
      { "tags": [
        "a" ] } },

    { "id": 2,
      "email": "x" } ] }`;
    for (const chunk of [1, 7, 1_000]) {
      const { records } = await read(text, chunk);
      const [merchant, one, two] = records;
      expect(merchant?.lineOf("id")).toBe(2);
      expect(merchant?.lineOf("settings.pin_max_attempts")).toBe(4);
      expect(one?.lineOf("membership.tags[0]")).toBe(7);
      expect(one?.lineOf("membership.nothing")).toBe(6);
      expect(two?.lineOf("")).toBe(10);
      expect(two?.lineOf("email")).toBe(11);
    }
  });
});

describe("what is no section", () => {
  test.each([
    ['{"merchant":{},"customer":[{"id":1}]}', "customer", "is no key of this format"],
    ['{"customers":[],\n"customers":[{}]}', "customers", "is given twice"],
    ['{"customers":{"id":1}}', "customers", "must be a list"],
    ['{"customers":null}', "customers", "must be a list"],
    ['{"customers":[{"id":1,"id":2}]}', "customers[0].id", "is given twice"],
    [
      '{"customers":[{},{"membership":{"level":1,"level":1}}]}',
      "customers[1].membership.level",
      "is given twice",
    ],
    ['{"merchant":{"id":1,"id":1}}', "merchant.id", "is given twice"],
  ])("%s", async (text, place, says) => {
    const { problems } = await read(text);
    expect(problems.map(({ line: _, ...problem }) => problem)).toEqual([{ place, says }]);
  });

  test("the same key in two records, or in two objects of one, is in order", async () => {
    const text = '{"customers":[{"id":1,"membership":{"id":1}},{"id":1,"x":[{"a":1},{"a":1}]}]}';
    expect((await read(text)).problems).toEqual([]);
  });
});

describe("what is no JSON", () => {
  test.each([
    ["", "1: ends before its JSON does"],
    ['{"merchant":\n{"id":1', "2: ends before its JSON does"],
    ['{"merchant":\n{"id":1},\n}', "3: is not valid JSON here"],
    ['{"merchant":\n{"id" 1}}', "2: is not valid JSON here"],
    ['{"merchant":{"id":01}}', "1: is not valid JSON here"],
    ['{"merchant":{}}\n{}', "2: is not valid JSON here"],
    ["{'merchant':{}}", "1: is not valid JSON here"],
    ["\n\nnothing", "3: is not valid JSON here"],
  ])("%j", async (text, says) => {
    expect(await brokenAt(text)).toBe(says);
    expect(await brokenAt(text, 1)).toBe(says);
  });

  test("bytes that are no UTF-8, even where a chunk ends in a character", async () => {
    const latin = Buffer.from('{"merchant":{"name":"caf\xe9"}}', "latin1");
    expect(await brokenAt(latin)).toMatch(/is not written in UTF-8/);
    expect(await brokenAt(Buffer.from('{"a":"b"}', "utf16le"))).toMatch(/UTF-8|valid JSON/);
    expect((await read('{"merchant":{"name":"café ☕"}}', 1)).told).toHaveLength(1);
  });

  test("a record that would fill the memory", async () => {
    const text = `{"customers":[{"id":1},\n{"name":"${"x".repeat(3_000_000)}"}]}`;
    expect(await brokenAt(text)).toBe("2: holds a record of more than 1 MiB here");
  });

  test("is told without a word of it: it may be a secret", async () => {
    expect(await brokenAt('{"merchant":{"pin" "123456"}}')).not.toContain("123456");
  });
});
