import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { checkStructure } from "./check-structure.mjs";

const room = "packages/core/src/spending/redemptions";
const verb = "export async function redeemVoucher(ctx: Context) {\n  return ctx;\n}\n";
const operation =
  'import { sql } from "drizzle-orm";\nimport { operation } from "../../../machinery/kernel/index.ts";\nexport const deductions = operation(sql``);\n';
const sound = {
  "packages/core/package.json": JSON.stringify({
    exports: {
      "./context": "./src/foundation/context.ts",
      "./failures": "./src/foundation/failures.ts",
      "./redemptions": "./src/spending/redemptions/index.ts",
    },
  }),
  "packages/core/src/foundation/failures.ts": "export class Failure extends Error {}\n",
  "packages/core/src/people/customers/index.ts": 'export type { Customer } from "./types.ts";\n',
  "packages/core/src/people/customers/types.ts": "export type Customer = { id: number };\n",
  [`${room}/index.ts`]: 'export { redeemVoucher } from "./redeem-voucher.ts";\n',
  [`${room}/types.ts`]: 'import type { Customer } from "../../people/customers/index.ts";\n',
  [`${room}/loading.sql.ts`]: 'import { sql } from "drizzle-orm";\nexport const load = sql``;\n',
  [`${room}/voucher.rules.ts`]:
    'import { Failure } from "../../foundation/failures.ts";\nexport const isOpen = () => !Failure;\n',
  [`${room}/redeem-voucher.ts`]: `import type { Db } from "@stampbook/db";\n// process.env in a comment\nexport type Won = Db;\n${verb}`,
  [`${room}/redeem-voucher.test.ts`]: 'import { sql } from "drizzle-orm";\nprocess.env.X = "1";\n',
  "packages/core/src/spending/redeeming/index.ts":
    'export type { Won } from "../redemptions/index.ts";\n',
  "packages/core/src/spending/redeeming/redeem-voucher/redeem-voucher.ts": verb,
  "packages/core/src/spending/redeeming/redeem-voucher/redeem-voucher.sql.ts":
    'import { sql } from "drizzle-orm";\nexport const redeem = sql``;\n',
  // allowed: a file of no room imports types of a room
  "packages/core/src/foundation/context.ts": 'import type { Call } from "./writing/types.ts";\n',
  "packages/core/src/foundation/writing/types.ts": "export type Call = { id: number };\n",
  "packages/core/src/foundation/writing/statement.ts":
    'import { sql } from "drizzle-orm";\nexport const one = sql``;\nexport const two = sql``;\n',
  "packages/core/src/machinery/kernel/index.ts": 'export { operation } from "./operation.ts";\n',
  "packages/core/src/machinery/kernel/operation.ts": "export const operation = () => {};\n",
  "packages/core/src/machinery/facts/store.ts":
    'import { sql } from "drizzle-orm";\nexport const found = sql``;\nexport const checks = {};\n',
  "packages/core/src/spending/redeeming/deduct-value/deduct-value.ts": `${operation}export const deductValue = () => {};\n`,
  "packages/core/src/spending/redeeming/deduct-value/deduct-value.cases.ts":
    "export const cases = {};\n",
  "apps/api/src/env.ts": "export const port = process.env.API_PORT;\n",
};

function findings(planted) {
  const root = mkdtempSync(join(tmpdir(), "structure-"));
  try {
    for (const [path, text] of Object.entries({ ...sound, ...planted })) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return checkStructure(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

test("a sound tree passes", () => assert.deepEqual(findings({}), []));

const planted = [
  ["a file outside the vocabulary", `${room}/voucher.queries.ts`, "", /a room holds types\.ts/],
  ["a room within a room", `${room}/rules/open.ts`, "export const open = 1;\n", /no rooms inside/],
  [
    "a folder within an operation",
    "packages/core/src/spending/redeeming/redeem-voucher/rules/open.rules.ts",
    "export const open = 1;\n",
    /no rooms inside/,
  ],
  [
    "an operation's file outside the vocabulary",
    "packages/core/src/spending/redeeming/redeem-voucher/voucher.queries.ts",
    "",
    /a room holds types\.ts/,
  ],
  ["a stray file at the top", "packages/core/src/clock.ts", "", /belongs in a room/],
  ["a file of no room", "packages/core/src/foundation/clock.ts", "", /belongs in a room/],
  ["a group of no name", "packages/core/src/various/clock/types.ts", "", /belongs in a room/],
  [
    "an arrow up",
    "packages/core/src/people/customers/types.ts",
    'import type { Sale } from "../../earning/sales/index.ts";\n',
    /people lies below earning/,
  ],
  [
    "a class beside a verb",
    `${room}/redeem-voucher.ts`,
    `${verb}export class Other {}\n`,
    /only functions and types/,
  ],
  ["a verb of another name", `${room}/cancel-voucher.ts`, verb, /function cancelVoucher/],
  [
    "an operation without its verb",
    "packages/core/src/spending/redeeming/deduct-value/deduct-value.ts",
    operation,
    /the function deductValue/,
  ],
  ["a door that decides", `${room}/index.ts`, "export const open = true;\n", /the room's door/],
  [
    "a types.ts that decides",
    `${room}/types.ts`,
    "export function f() {}\n",
    /types\.ts holds types/,
  ],
  [
    "a rule that queries",
    `${room}/voucher.rules.ts`,
    'import { load } from "./loading.sql.ts";\n',
    /rules import other rules/,
  ],
  [
    "a verb that queries",
    `${room}/redeem-voucher.ts`,
    `import { sql } from "drizzle-orm";\n${verb}`,
    /only \*\.sql\.ts, facts and operations speak/,
  ],
  [
    "a type among values is no `import type`",
    `${room}/redeem-voucher.ts`,
    `import {\n  type Db,\n} from "@stampbook/db";\n${verb}`,
    /only \*\.sql\.ts, facts and operations speak/,
  ],
  [
    "a room entered by the window",
    `${room}/types.ts`,
    'import type { Customer } from "../../people/customers/types.ts";\n',
    /entered by its door/,
  ],
  [
    "a room entered by the window, from the top",
    "packages/core/src/foundation/context.ts",
    'import { levels } from "./writing/types.ts";\n',
    /entered by its door/,
  ],
  [
    "rooms in a circle",
    `${room}/types.ts`,
    'import type { Won } from "../redeeming/index.ts";\n',
    /spending\/redemptions → spending\/redeeming → spending\/redemptions|spending\/redeeming → spending\/redemptions → spending\/redeeming/,
  ],
  ["an empty name", "packages/router/src/utils/date.ts", "", /"utils" says nothing/],
  ["an empty name in the API", "apps/api/src/token-service.ts", "", /"service" says nothing/],
  ["a long file", "apps/api/src/app.ts", "let x;\n".repeat(251), /251 lines/],
  [
    "a second reader of the environment",
    "apps/api/src/app.ts",
    "process.env.X;\n",
    /env\.ts alone/,
  ],
  ["a hidden type", "apps/api/src/app.ts", `const x = 1 as ${"any"};\n`, /hides what the type is/],
  ["a silenced rule", "apps/api/src/app.ts", `// biome-${"ignore"} lint: x\n`, /not silenced/],
  ["a silenced compiler", "apps/api/src/app.ts", `// @ts-${"ignore"}\n`, /not silenced/],
  [
    "a client with the server inside",
    "packages/client/src/index.ts",
    'import { appRouter } from "@stampbook/router";\n',
    /write `import type`/,
  ],
  [
    "a list frame of a feature's own",
    "apps/console/src/features/vouchers/vouchers.tsx",
    "export const Vouchers = () => <table />;\n",
    /is a DataList of ui\/list\/data-list\.tsx/,
  ],
];
for (const [name, path, text, says] of planted)
  test(`caught: ${name}`, () => {
    const found = findings({ [path]: text });
    assert.equal(found.length, 1, JSON.stringify(found));
    assert.match(found[0].says, says);
  });

const feature = "apps/console/src/features";

test("caught: features of the console in a circle", () => {
  const found = findings({
    [`${feature}/till/till.tsx`]: 'import { State } from "../vouchers/state.tsx";\n',
    [`${feature}/vouchers/state.tsx`]: 'const Till = () => import("../till/till.tsx");\n',
  });
  assert.equal(found.length, 1, JSON.stringify(found));
  assert.match(found[0].says, /features\/till → features\/vouchers → features\/till/);
});

const isInRoom = (path) => path.startsWith(`${room}/`);

function filled(folder, count) {
  const names = Array.from({ length: count }, (_, index) => `${folder}/part-${index}.rules.ts`);
  return Object.fromEntries(names.map((name) => [name, ""]));
}

for (const folder of [`${feature}/till`, "apps/api/test/staff", room])
  test(`caught: 26 files in ${folder}`, () => {
    const count = folder === room ? 26 - Object.keys(sound).filter(isInRoom).length : 26;
    const found = findings(filled(folder, count));
    assert.equal(found.length, 1, JSON.stringify(found));
    assert.match(found[0].says, /26 files/);
    assert.deepEqual(findings(filled(folder, count - 1)), []);
  });
