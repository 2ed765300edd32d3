import { type Migration, migrate, openClient, readMigrations } from "@stampbook/db/testing";
import { redemptionId } from "../contestants/http.ts";
import { callOf } from "../load/call-of.ts";
import { runLoad } from "../load/run-load.ts";
import { latencyOf } from "../numbers.ts";
import { proveRows } from "../stage/prove.ts";
import { openShop, roomFor, type Shop } from "../stage/shop.ts";
import { shop as things } from "../stage/things.ts";
import type { Figure, Scenario } from "../types.ts";
import { redeemReward } from "../works/index.ts";
import { EARLIER, openSelling, sale, transactionId } from "../works/sale.ts";

/** How long a migration may take. */
const MOST_SECONDS = 600;

/** More calls than a run makes. */
const MOST_CALLS = 100_000_000;

const onSales = "on transactions (merchant_id, invoice_number, id)";
/** The two ways to add the index. The second is what online migrations are for. */
const ways = [
  { name: "online", statement: `create index concurrently if not exists bench_online ${onSales}` },
  { name: "in a transaction", statement: `create index bench_locking ${onSales}` },
];

/** Measures sales and redemptions while a migration adds an index to a large table of sales. */
export const newIndex: Scenario = {
  name: "new-index",
  title: "sales and redemptions while a migration adds an index to the table of sales: before it",
  group: "scale",
  open: async ({ connections, customers, size, rounds, seconds }) => {
    const shop = await openShop({ customers, settings: roomFor(connections) });
    await openSelling(shop, size);
    const tills = await openTills(shop, connections);
    return {
      contestants: [],
      comparisons: [],
      figures: async (tell) => {
        const figures: Figure[] = [{ name: "sales before", value: size, unit: "rows" }];
        // a new process gets faster for a while
        await tills.work(2 * rounds * seconds);
        for (const [at, { name, statement }] of ways.entries()) {
          const alone = await tills.work(rounds * seconds);
          const migration = migrateBy(shop, at, statement);
          const beside = await tills.work(MOST_SECONDS, migration.isOver);
          const took = await migration.seconds;
          figures.push(...figuresOf(name, took, alone, beside));
          tell(`  ${name}: the index took ${took.toFixed(1)} s`);
        }
        return figures;
      },
      prove: async () => [
        ...tills.faults,
        ...(await proveRows(shop.stage, tills.done.redemptions, tills.done.refused)),
        ...(await proveSales(shop, tills.done.sales, tills.done.refused)),
      ],
      close: shop.close,
    };
  },
};

/** What the tills saw for a while. Times are in milliseconds, of calls answered with 200. */
type Worked = {
  readonly perSecond: number;
  readonly refused: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
};

/** Opens tills that sell and redeem in turn. A 503 is counted as refused, any other error is a fault. */
async function openTills(shop: Shop, connections: number) {
  const done = { sales: 0, redemptions: 0, refused: 0 };
  const faults: string[] = [];
  let { from: n } = await shop.supply.none.take(MOST_CALLS);
  const work = async (seconds: number, isOver = () => false): Promise<Worked> => {
    const refusedBefore = done.refused;
    const took: number[] = [];
    const sent: { isSale: boolean; at: number }[] = [];
    const loaded = await runLoad({
      ...{ ports: [shop.api.port], connections, seconds, isOver },
      next: (connection) => {
        const isSale = ++n % 2 === 0;
        sent[connection] = { isSale, at: performance.now() };
        return callOf(shop, isSale ? sale : redeemReward, n);
      },
      judge: ({ status, body }, connection) => {
        const { isSale, at } = sent[connection] ?? { isSale: false, at: Number.NaN };
        if (status === 503) done.refused++;
        if (status === 503) return undefined;
        if (status !== 200) return `${status} ${body}`;
        const id = (isSale ? transactionId : redemptionId)(JSON.parse(body));
        if (id === undefined) return `not an answer of its own: ${body}`;
        took.push(performance.now() - at);
        done[isSale ? "sales" : "redemptions"]++;
        return undefined;
      },
    });
    faults.push(...loaded.faults);
    return {
      perSecond: took.length / loaded.seconds,
      refused: done.refused - refusedBefore,
      p50: latencyOf(took)?.p50 ?? Number.NaN,
      p99: latencyOf(took)?.p99 ?? Number.NaN,
      longest: took.reduce((longest, ms) => Math.max(longest, ms), 0),
    };
  };
  return { work, done, faults };
}

/** Starts a migration that follows those of this version, by the code that applies them in production. */
function migrateBy({ stage: { url } }: Shop, at: number, statement: string) {
  const known = readMigrations();
  const next: Migration = {
    ...{ name: `bench ${at}`, when: (known.at(-1)?.when ?? 0) + 1 + at, hash: "" },
    ...{ statements: [statement], isOnline: /concurrently/.test(statement) },
  };
  const client = openClient(url, 1);
  const began = performance.now();
  let isOver = false;
  const seconds = migrate(client, {
    ...{ migrations: [...known, next], onWait: console.log },
    connectAgain: () => openClient(url, 1),
  })
    .then(() => (performance.now() - began) / 1_000)
    .finally(async () => {
      isOver = true;
      await client.end();
    });
  return { seconds, isOver: () => isOver };
}

function figuresOf(way: string, took: number, alone: Worked, beside: Worked): Figure[] {
  const isOnline = way === "online";
  const times = (["p50", "p99", "longest"] as const).flatMap((name): Figure[] => [
    { name: `${way}: ${name} before`, value: alone[name], unit: "ms" },
    { name: `${way}: ${name} beside`, value: beside[name], unit: "ms" },
  ]);
  return [
    { name: `${way}: the migration`, value: took, unit: "s" },
    { name: `${way}: calls a second before`, value: alone.perSecond, unit: "x" },
    { name: `${way}: calls a second beside`, value: beside.perSecond, unit: "x" },
    ...times,
    {
      ...{ name: `${way}: refused beside`, value: beside.refused, unit: "x" },
      ...(isOnline ? { goal: { atMost: 0 } } : {}),
    },
  ];
}

async function proveSales({ stage }: Shop, answered: number, refused: number): Promise<string[]> {
  const [row] = await stage.sql<{ made: number }[]>`select count(*)::int as made
    from transactions where merchant_id = ${things.merchant} and id < ${EARLIER}`;
  const made = row?.made ?? 0;
  return made >= answered && made <= answered + refused
    ? []
    : [`${answered} sales were answered, ${made} are there`];
}
