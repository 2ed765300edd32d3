import { readFileSync } from "node:fs";
import { identifyToken, issueToken } from "@stampbook/core/access";
import { runAudit } from "@stampbook/core/audit";
import type { CoreDeps } from "@stampbook/core/context";
import { type OpenDb, schema } from "@stampbook/db";
import { createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importFile } from "../../src/cli/import/import-file.ts";
import { silent } from "../../src/cli/import/progress.ts";
import {
  canary,
  depsOf,
  documentWith,
  importDocument,
  importedOf,
  newId,
  sourceOf,
} from "./office.ts";

const example = readFileSync(new URL("../../../../examples/merchant.json", import.meta.url));

describe("an import", () => {
  let open: OpenDb;
  let deps: CoreDeps;
  beforeAll(async () => {
    open = await createTestDatabase();
    deps = depsOf(open);
  });
  afterAll(() => open.close());

  /** A merchant's rows of a table. */
  async function rows(table: keyof typeof tables, merchantId: number) {
    const all = await deps.db.select().from(tables[table]);
    return all.filter((row) => row.merchantId === merchantId);
  }
  const tables = {
    customers: schema.customers,
    memberships: schema.memberships,
    stampEntries: schema.stampEntries,
    valueEntries: schema.voucherValueEntries,
    vouchers: schema.vouchers,
    levels: schema.levels,
    stores: schema.stores,
    members: schema.staffMembers,
    files: schema.importedFiles,
  };

  test("the example comes in whole, and breaks no invariant", async () => {
    const outcome = await importFile(deps, sourceOf(example), silent);
    expect(outcome.is === "imported" && outcome.done.counts).toEqual({
      levels: 3,
      stores: 4,
      customers: 24,
      voucherTemplates: 5,
      rewards: 10,
      vouchers: 17,
      promoCodes: 9,
      paymentMethods: 3,
      messageTemplates: 4,
      tokens: 3,
      staff: 3,
    });
    expect(await runAudit(deps.db)).toEqual([]);
  });

  test("the same file again changes nothing; one byte more is another file", async () => {
    expect(await importFile(deps, sourceOf(example), silent)).toEqual({
      is: "known",
      merchantId: 1,
    });
    const other = await importFile(deps, sourceOf(`${example} `), silent);
    expect(other.is === "refused" && other.lines.slice(0, 2)).toEqual([
      "merchant.json:3: merchant.id is the id of a known merchant",
      "merchant.json:27: stores[0].id is the id of a known store",
    ]);
  });

  test("balances are the sums of their ledgers from the first day", async () => {
    const document = documentWith({
      customers: [{ id: 1, membership: { stamps: 250 } }, { id: 2 }],
      voucher_templates: [{ id: 13, name: "Gift", is_dynamic: true, value: "20" }],
      vouchers: [
        { id: 1, voucher_template: 13, code: "A", value: 10 },
        { id: 2, voucher_template: 13, code: "B", value: "10.5", remaining_value: "4.50" },
        {
          id: 3,
          voucher_template: 13,
          code: "C",
          value: "10",
          redeemed_at: "2024-01-01T00:00:00Z",
        },
        { id: 4, voucher_template: 13, code: "D" },
      ],
    });
    await importedOf(deps, document);
    const { id } = document.merchant;
    const entry = { merchantId: id, cause: "opening", causeId: 0 };
    expect(await rows("stampEntries", id)).toMatchObject([{ ...entry, customerId: 1, delta: 250 }]);
    expect(await rows("valueEntries", id)).toMatchObject([
      { ...entry, voucherId: 1, delta: "10.00" },
      { ...entry, voucherId: 2, delta: "4.50" },
      { ...entry, voucherId: 4, delta: "20.00" },
    ]);
    expect(await rows("vouchers", id)).toMatchObject([
      { value: "10.00", remainingValue: "10.00", redeemedAt: null },
      { value: "10.50", remainingValue: "4.50", redeemedAt: null },
      { value: "10.00", remainingValue: "0.00", redeemedAt: expect.any(String) },
      { value: "20.00", remainingValue: "20.00", redeemedAt: null },
    ]);
    expect(await runAudit(deps.db, id)).toEqual([]);
  });

  test("what is left out is as ordinary as can be", async () => {
    const document = documentWith({
      levels: [
        { level: 300, name: "Gold" },
        { level: 200, name: "Blue" },
      ],
      customers: [{ id: 5 }],
    });
    await importedOf(deps, document);
    const { id } = document.merchant;
    expect(await rows("memberships", id)).toMatchObject([
      {
        level: 200,
        status: 100,
        stamps: 0,
        balance: "0.00",
        tags: [],
        isBlocked: false,
        startDate: null,
      },
    ]);
    expect(await rows("customers", id)).toMatchObject([
      { id: 5, name: "", email: null, memberId: null, isActive: true },
    ]);
    expect(await rows("stores", id)).toMatchObject([{ timezone: "Asia/Jakarta", isActive: true }]);
  });

  test.each([[undefined], [[]]])("a merchant with levels %j has level 100", async (levels) => {
    const document = documentWith({ levels, customers: [{ id: 5 }] });
    await importedOf(deps, document);
    expect(await rows("levels", document.merchant.id)).toMatchObject([
      { level: 100, name: "Member" },
    ]);
    expect(await rows("memberships", document.merchant.id)).toMatchObject([{ level: 100 }]);
  });

  test("identifiers are kept as they are looked for", async () => {
    const customer = {
      id: 5,
      email: "Ayu@Example.COM",
      mobile_number: "0812-3987-1234",
      member_id: 77,
    };
    const document = documentWith({ customers: [customer] });
    await importedOf(deps, document);
    expect(await rows("customers", document.merchant.id)).toMatchObject([
      { email: "ayu@example.com", mobileNumber: "+6281239871234", memberId: "77" },
    ]);
  });

  test("new ids start above those that came", async () => {
    const document = documentWith({
      customers: [{ id: 900 }, { id: 7 }],
      tokens: [{ name: "POS", scopes: ["*"] }],
    });
    await importedOf(deps, document);
    const { id } = document.merchant;
    expect(await deps.ids.take(id, "customers")).toBe(901);
    expect(await deps.ids.take(id, "redemptions")).toBe(1);
    const till = { merchantId: id, name: "Till", scopes: ["pin"], stores: null, end: null };
    expect((await issueToken(deps, till))?.id).toBe(2);
  });

  test("sections in any order make the same merchant", async () => {
    const document = documentWith({
      vouchers: [{ id: 1, voucher_template: 12, code: `V${newId()}`, customer: 5 }],
      rewards: [{ id: 1, code: "R", name: "R", voucher_template: 12 }],
      customers: [{ id: 5, membership: { level: 7 } }],
      voucher_templates: [{ id: 12, name: "Bun" }],
      levels: [{ level: 7, name: "Seven" }],
    });
    const { merchant, stores, ...others } = document;
    const { counts } = await importedOf(deps, { ...others, stores, merchant });
    expect(counts).toMatchObject({ vouchers: 1, rewards: 1, customers: 1, levels: 1 });
  });

  test("passwords and PINs open, and stand nowhere plain", async () => {
    const [password, pin] = [canary(), "482913"];
    const document = documentWith({ customers: [{ id: 5, password, pin }, { id: 6 }] });
    await importedOf(deps, document);
    const { id } = document.merchant;
    const passwords = await deps.db.select().from(schema.passwords);
    const pins = await deps.db.select().from(schema.pins);
    const mine = passwords.find((row) => row.merchantId === id)?.verifier ?? "";
    const myPin = pins.find((row) => row.merchantId === id)?.verifier ?? "";
    const { secrets } = deps;
    expect(await secrets.verifyPassword(mine, password)).toBe(true);
    expect(await secrets.verifyPin(myPin, { merchantId: id, customerId: 5 }, pin)).toBe(true);
    expect(passwords.filter((row) => row.merchantId === id)).toHaveLength(1);
    expect(JSON.stringify([passwords, pins])).not.toContain(password);
  });

  test("tokens open: those that came, and those that were made and told once", async () => {
    const secret = `sb_live_${canary()}`;
    const document = documentWith();
    const { tokens } = await importedOf(deps, {
      ...document,
      tokens: [
        { name: "Given", token: secret, scopes: ["pin"], stores: [document.stores[0]?.id] },
        { name: "Made", scopes: ["*"] },
      ],
    });
    expect(tokens).toEqual([{ name: "Made", secret: expect.stringMatching(/^sb_live_.{43}$/) }]);
    expect(await identifyToken(deps, secret)).toMatchObject({
      merchant: { id: document.merchant.id },
      scopes: ["pin"],
      stores: [document.stores[0]?.id],
    });
    expect(await identifyToken(deps, tokens[0]?.secret ?? "")).toMatchObject({ stores: null });
  });

  test("who works for another merchant keeps name and password, and works for both", async () => {
    const email = `${canary()}@example.com`;
    const owner = { email, name: "Owner", password: "a long enough password", role: "owner" };
    const [one, two] = [documentWith({ staff: [owner] }), documentWith()];
    expect(await importedOf(deps, one)).toMatchObject({ passwords: [], knownStaff: [] });
    const again = {
      email: email.toUpperCase(),
      name: "Thief",
      role: "cashier",
      stores: [two.stores[0]?.id],
    };
    expect(await importedOf(deps, { ...two, staff: [again] })).toMatchObject({
      passwords: [],
      knownStaff: [email],
    });
    const users = await deps.db.select().from(schema.staffUsers);
    const accounts = await deps.db.select().from(schema.staffAccounts);
    const user = users.filter((row) => row.email === email);
    expect(user).toMatchObject([{ name: "Owner" }]);
    const mine = accounts.filter(({ userId }) => userId === user[0]?.id);
    expect(mine).toMatchObject([{ providerId: "credential", accountId: user[0]?.id }]);
    expect(await deps.secrets.verifyPassword(mine[0]?.password ?? "", owner.password)).toBe(true);
    const members = [
      ...(await rows("members", one.merchant.id)),
      ...(await rows("members", two.merchant.id)),
    ];
    expect(members).toMatchObject([
      { userId: user[0]?.id, role: "owner", stores: [] },
      { userId: user[0]?.id, role: "cashier", stores: [two.stores[0]?.id] },
    ]);
  });

  test("somebody new without a password gets one, told once", async () => {
    const email = `${canary()}@example.com`;
    const document = documentWith({ staff: [{ email, name: "New", role: "manager" }] });
    const { passwords } = await importedOf(deps, document);
    expect(passwords).toEqual([{ email, password: expect.stringMatching(/^[0-9a-z-]{19}$/) }]);
  });

  test("many rows come in batches, each with its own", async () => {
    const many = 2_345;
    const customers = Array.from({ length: many }, (_, at) => ({
      id: at + 1,
      email: `c${at}@example.com`,
      membership: { stamps: at % 3 },
    }));
    const vouchers = customers.map(({ id }) => ({
      id,
      voucher_template: 12,
      code: `C${id}`,
      customer: id,
    }));
    const voucher_templates = [{ id: 12, name: "Bun" }];
    const document = documentWith({ customers, voucher_templates, vouchers });
    const { counts } = await importedOf(deps, document);
    expect(counts).toMatchObject({ customers: many, vouchers: many });
    expect(await rows("vouchers", document.merchant.id)).toHaveLength(many);
    expect(await runAudit(deps.db, document.merchant.id)).toEqual([]);
  });

  test("what fails while it is written leaves nothing", async () => {
    const document = documentWith({
      customers: Array.from({ length: 2_500 }, (_, at) => ({ id: at + 1 })),
    });
    const text = JSON.stringify(document);
    let opened = 0;
    const source = sourceOf(text);
    // the fourth reading, during which rows are written, ends early
    const torn = {
      ...source,
      open: () => (++opened < 4 ? source.open() : sourceOf(text.slice(0, -900)).open()),
    };
    await expect(importFile(deps, torn, silent)).rejects.toThrow();
    expect(opened).toBe(4);
    expect(await rows("customers", document.merchant.id)).toEqual([]);
    expect(await rows("files", document.merchant.id)).toEqual([]);
    expect(await importDocument(deps, document)).toMatchObject({ is: "imported" });
  });

  test("a file that changes while it is read is not imported", async () => {
    const document = documentWith({ customers: [{ id: 1, name: "one" }] });
    const text = JSON.stringify(document);
    let opened = 0;
    const source = sourceOf(text);
    const changing = {
      ...source,
      open: () => (++opened < 4 ? source : sourceOf(text.replace('"one"', '"two"'))).open(),
    };
    await expect(importFile(deps, changing, silent)).rejects.toThrow(/changed while it was read/);
    expect(await rows("customers", document.merchant.id)).toEqual([]);
  });
});
