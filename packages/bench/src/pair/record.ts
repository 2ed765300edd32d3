// Writes the statements of an operation into a file: `node record.ts <operation> <url> <file>`. It seeds the
// database first. `run-pair.ts` also runs it in another revision, so it may import only what both have.
import { writeFileSync } from "node:fs";
import type { CoreContext, CoreDeps } from "@stampbook/core/context";
import { createSecrets } from "@stampbook/core/secrets";
import { type BatchStatement, createBatcher } from "@stampbook/core/writing";
import { connect, createIds, inTransaction } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { callerOf, oneByOne } from "../stage/one-by-one.ts";
import { seedShop } from "../stage/seed.ts";
import type { Stage } from "../stage/stage.ts";
import { shop } from "../stage/things.ts";
import { CUSTOMERS, operations, type Recorded, STORES, sizes, type Verb } from "./calls.ts";

const BATCHES = 16;
const CALLS = BATCHES * Math.max(...sizes);
const ROOMS = [
  ...["redeeming", "members", "awards", "vouchers", "issuing", "sales"],
  ...["bookings", "customers", "payment-methods", "programme"],
];

const [name = "", url = "", file = ""] = process.argv.slice(2);
const [verb, inputOf] = operations[name] ?? [];
if (!verb || !inputOf) throw new Error(`There is no operation ${name}.`);
const { db, close } = await connect({ url }, { connections: 2, isPatient: true });
const sql = openClient(url);
const secrets = createSecrets({ current: "a key of nobody, long enough for this", old: [] });
const writing = createBatcher(db);
const core: CoreDeps = { db, ids: createIds(db), secrets, writing, clockOffsetMs: 0 };
await seedShop({ sql, core } as Stage, CUSTOMERS);
// above the ids of the shop's vouchers, customers and bookings
await sql`insert into id_counters (merchant_id, kind, next_id)
  select ${shop.merchant}, kind, 1000000000 from unnest(array['vouchers', 'customers', 'bookings']) kind`;

await sql`insert into stores (merchant_id, id, code, code_key, name, timezone)
  select ${shop.merchant}, ${shop.store} + n, 'STORE' || n, 'STORE' || n, 'Store', 'Asia/Jakarta'
  from generate_series(1, ${STORES - 1}) n`;
await sql`insert into bookings (merchant_id, id, store_id, claim, date, time, phone, number_of_people)
  select ${shop.merchant}, n, ${shop.store}, 'guest@example.com', '2030-11-21', '19:30', '0812', 4
  from generate_series(1, ${CALLS}) n`;

/** Returns the function of the core that makes a call, from whichever room exports it. */
async function findVerb(): Promise<Verb> {
  const rooms = ROOMS.map((room) => import(`@stampbook/core/${room}`).catch(() => ({})));
  const found = (await Promise.all(rooms)).find((exported) => verb && verb in exported);
  if (!found) throw new Error(`No room exports ${verb}.`);
  return found[verb as string];
}

const undone = new Error("undone");
let statement: BatchStatement<unknown, unknown, unknown> | undefined;
const calls: unknown[] = [];

/** Sends each call alone and rolls it back. Keeps the calls that were done. */
const write: CoreContext["writing"]["write"] = async (operation, call, how) => {
  const rows: Awaited<ReturnType<typeof send>>[] = [];
  const send = (tx: typeof db) => oneByOne(tx).write(operation, call, how);
  await inTransaction(db, async (tx) => {
    rows.push(await send(tx));
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  const [row] = rows;
  if (!row) throw new Error("The statement answered nothing.");
  if (row.isDone) calls.push(call);
  statement = operation.statement as typeof statement;
  return row;
};

const make = await findVerb();
const ctx = { ...core, caller: callerOf(), writing: { write, waitedMs: () => 0 } };
for (let n = 1; n <= CALLS; n++) await make(ctx, ...[inputOf(n)].flat());
if (!statement) throw new Error(`${name} sent no statement.`);
const { prepare, texts } = statement;
const batchOf = (size: number, at: number) => {
  const place = { merchantId: shop.merchant, offsetMs: 0 };
  const { form, values } = prepare(place, calls.slice(at * size, (at + 1) * size), "skip");
  return { statement: texts[form], values };
};
const recorded: Recorded = sizes.map((size) => ({
  size,
  batches: Array.from({ length: BATCHES }, (_, at) => batchOf(size, at)),
}));
writeFileSync(file, JSON.stringify(recorded));
await sql`vacuum analyze`;
await Promise.all([sql.end(), close()]);
