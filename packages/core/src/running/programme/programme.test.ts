import { describe, expect, test } from "vitest";
import { listAuditEntries } from "../../foundation/audit/index.ts";
import type { Merchant } from "../../foundation/context.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { interrupted, refusalOf } from "../../testing/index.ts";
import { listLevels } from "./levels.sql.ts";
import type { ProgrammeSettings } from "./programme.rules.ts";
import { getProgramme } from "./programme.sql.ts";
import { saveLevel } from "./save-level.ts";
import { saveProgramme } from "./save-programme.ts";

const t = harnessOfFile();

async function entriesOf(merchant: Merchant) {
  const nothing = { from: null, to: null, action: null, actor: null, subject: null, text: null };
  const page = await listAuditEntries(t.as(merchant), { ...nothing, after: null, limit: 50 });
  return page.items.map(({ action, subject, details }) => ({ action, subject, details }));
}

const untouched: ProgrammeSettings = {
  earnAmount: null,
  earnStamps: 1,
  earnOn: "total",
  earnMaxPerTransaction: null,
  earnMaxPerDay: null,
  acceptStampsFromPos: true,
  stampsValidDays: null,
  spentStampsOnCancel: "refuse",
  spentStampsOnReturn: "owe",
  oneRedemptionPerInvoice: false,
  partialMayRedeem: false,
  memberIdPrefix: "M",
  marketingDefault: false,
};

const other: ProgrammeSettings = {
  earnAmount: "10000.00",
  earnStamps: 2,
  earnOn: "subtotal",
  earnMaxPerTransaction: 50,
  earnMaxPerDay: 90,
  acceptStampsFromPos: false,
  stampsValidDays: 180,
  spentStampsOnCancel: "owe",
  spentStampsOnReturn: "zero",
  oneRedemptionPerInvoice: true,
  partialMayRedeem: true,
  memberIdPrefix: "KK-",
  marketingDefault: true,
};

describe("the programme", () => {
  test("has every setting changed with an audit entry, and is not changed for another merchant", async () => {
    const [merchant, stranger] = [await t.given.merchant(), await t.given.merchant()];
    expect(await getProgramme(t.as(merchant))).toEqual(untouched);
    expect(await saveProgramme(t.as(merchant), other)).toEqual(other);
    expect(await getProgramme(t.as(merchant))).toEqual(other);
    expect(await getProgramme(t.as(stranger))).toEqual(untouched);
    const fields = Object.keys(other) as (keyof ProgrammeSettings)[];
    const details = Object.fromEntries(
      fields.map((name) => [name, { from: untouched[name], to: other[name] }]),
    );
    expect(await entriesOf(merchant)).toEqual([
      { action: "programme.save", subject: "programme", details },
    ]);
    expect(await saveProgramme(t.as(merchant), untouched)).toEqual(untouched);
  });

  test("changes what is given, and writes nothing if nothing differs", async () => {
    const merchant = await t.given.merchant();
    const ctx = t.as(merchant);
    await Promise.all([
      saveProgramme(ctx, { earnAmount: "500.00" }),
      saveProgramme(ctx, { stampsValidDays: 0 }),
      saveProgramme(ctx, { memberIdPrefix: undefined }),
    ]);
    await saveProgramme(ctx, { earnAmount: "500.00" });
    expect(await getProgramme(ctx)).toEqual({
      ...untouched,
      earnAmount: "500.00",
      stampsValidDays: 0,
    });
    expect(await entriesOf(merchant)).toHaveLength(2);
  });

  test.each<[Partial<ProgrammeSettings>, string]>([
    [{ earnAmount: "0.00" }, "earnAmount"],
    [{ earnAmount: "-1.00" }, "earnAmount"],
    [{ earnStamps: -1 }, "earnStamps"],
    [{ earnStamps: 1_000_001 }, "earnStamps"],
    [{ earnMaxPerTransaction: -1 }, "earnMaxPerTransaction"],
    [{ earnMaxPerTransaction: 1_000_001 }, "earnMaxPerTransaction"],
    [{ earnMaxPerDay: 1_000_000_001 }, "earnMaxPerDay"],
    [{ stampsValidDays: 36_501 }, "stampsValidDays"],
    [{ memberIdPrefix: "1M" }, "memberIdPrefix"],
    [{ memberIdPrefix: "M".repeat(11) }, "memberIdPrefix"],
    [{ memberIdPrefix: "" }, "memberIdPrefix"],
  ])("refuses %j", async (wanted, field) => {
    const merchant = await t.given.merchant();
    expect(await refusalOf(saveProgramme(t.as(merchant), wanted))).toMatchObject({
      code: "invalid",
      field,
    });
    expect(await entriesOf(merchant)).toEqual([]);
  });
});

describe("the rules of levels", () => {
  test("are changed with an audit entry, and refused for a level that does not exist", async () => {
    const [merchant, stranger] = [await t.given.merchant(), await t.given.merchant()];
    const ctx = t.as(merchant);
    const [first] = await listLevels(ctx);
    if (!first) throw new Error("a given merchant has a level");
    const gold = {
      ...{ level: first.level, name: "Gold", earnMultiplier: "1.50" },
      ...{ spendingToReach: "5000000.00", keepMonths: 6 },
    };
    await saveLevel(ctx, gold);
    await saveLevel(ctx, gold);
    expect(await listLevels(ctx)).toEqual([gold]);
    expect(await listLevels(t.as(stranger))).toEqual([first]);
    const [entry, ...more] = await entriesOf(merchant);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      action: "programme.levels.save",
      subject: `level ${first.level}`,
      details: { earnMultiplier: { from: "1.00", to: "1.50" }, keepMonths: { from: 12, to: 6 } },
    });
    const refusal = await refusalOf(saveLevel(ctx, { ...gold, level: 7 }));
    expect(refusal).toMatchObject({ code: "invalid", field: "level" });
  });
});

test("of two who change different settings at once, both stand, and each is told both", async () => {
  const merchant = await t.given.merchant();
  const ctx = t.as(merchant);
  const meanwhile = interrupted(ctx, () => saveProgramme(ctx, { earnAmount: "500.00" }));
  const both = { ...untouched, earnAmount: "500.00", earnStamps: 3 };
  expect(await saveProgramme(meanwhile, { earnStamps: 3 })).toEqual(both);
  expect(await getProgramme(ctx)).toEqual(both);
});

test("of two who change one setting at once, each is recorded with what it replaced", async () => {
  const merchant = await t.given.merchant();
  const ctx = t.as(merchant);
  const meanwhile = interrupted(ctx, () => saveProgramme(ctx, { earnStamps: 2 }));
  await saveProgramme(meanwhile, { earnStamps: 3 });
  const same = interrupted(ctx, () => saveProgramme(ctx, { earnStamps: 4 }));
  // the other save has already written the same value, so this one changes nothing
  expect(await saveProgramme(same, { earnStamps: 4 })).toMatchObject({ earnStamps: 4 });
  const changes = (await entriesOf(merchant)).map(({ details }) => details);
  expect(changes).toEqual([
    { earnStamps: { from: 3, to: 4 } },
    { earnStamps: { from: 2, to: 3 } },
    { earnStamps: { from: 1, to: 2 } },
  ]);
});

test("of 20 who change the rules of one level at once, each is recorded with what it replaced", async () => {
  const merchant = await t.given.merchant();
  const ctx = t.as(merchant);
  const [level] = await listLevels(ctx);
  if (!level) throw new Error("a given merchant has a level");
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => saveLevel(ctx, { ...level, keepMonths: at + 20 })),
  );
  const replaced = new Map(
    (await entriesOf(merchant)).map(({ details }) => {
      const { from, to } =
        (details as Record<string, { from: number; to: number }>).keepMonths ?? {};
      return [from, to];
    }),
  );
  expect(replaced.size).toBe(20);
  let months: number | undefined = level.keepMonths;
  for (let changes = 0; changes < 20; changes++) months = replaced.get(months);
  expect((await listLevels(ctx))[0]?.keepMonths).toBe(months);
});
