// Measures how long a request for a reset link takes, for mailboxes of staff and for mailboxes that nobody
// has. It prints the times and sets no limit: `pnpm --filter @stampbook/api reset-timing -- --count 2000`.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createHarness } from "@stampbook/core/testing";
import { type Db, schema } from "@stampbook/db";
import { createTestDatabase } from "@stampbook/db/testing";
import setUp from "@stampbook/db/testing/global-setup";
import { createApp } from "../src/app.ts";

const WARM_UP = 50;
const PAUSE_MS = 2;
const ORIGIN = "http://127.0.0.1:3000";

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== "--"),
  options: { count: { type: "string", default: "2000" } },
});
const count = Number(values.count);
if (!Number.isSafeInteger(count) || count < 1) throw new Error("--count takes a number.");

const tearDown = await setUp();
try {
  const { known, unknown } = await measure(count);
  const [one, other] = [figuresOf(known), figuresOf(unknown)];
  for (const [name, { quartiles }] of Object.entries({ known: one, unknown: other }))
    console.log(
      `${name}: n = ${count}, quartiles ${quartiles.map((ms) => ms.toFixed(3)).join(" / ")} ms`,
    );
  console.log(`difference of the medians: ${(one.median - other.median).toFixed(3)} ms`);
} finally {
  await tearDown();
}

/**
 * Sends pairs of requests, for a known and an unknown mailbox in random order. Returns the milliseconds that
 * each request after the warm-up took, by kind of mailbox.
 */
async function measure(pairs: number) {
  const open = await createTestDatabase();
  const { deps, given } = createHarness(open.db);
  const app = createApp(deps, {
    requireHttps: false,
    trustedProxies: [],
    log: { level: "silent" },
  });
  const took = { known: [] as number[], unknown: [] as number[] };
  try {
    const { id: merchantId } = await given.merchant();
    let calls = 0;
    for (let pair = -WARM_UP; pair < pairs; pair++) {
      // a mailbox gets only a few mails a day, so each pair uses new mailboxes
      const people = { known: `known-${pair}@example.com`, unknown: `nobody-${pair}@example.com` };
      await employ(open.db, merchantId, people.known);
      const kinds = Object.keys(took) as (keyof typeof took)[];
      for (const kind of Math.random() < 0.5 ? kinds : kinds.reverse()) {
        const began = performance.now();
        const { statusCode } = await app.inject({
          method: "POST",
          url: "/staff-auth/request-password-reset",
          // a new address for each call, because an address may ask only three times a minute
          remoteAddress: addressOf(++calls),
          headers: { origin: ORIGIN, "content-type": "application/json" },
          payload: JSON.stringify({ email: people[kind] }),
        });
        const ms = performance.now() - began;
        if (statusCode !== 200) throw new Error(`A request was answered ${statusCode}.`);
        if (pair >= 0) took[kind].push(ms);
        // the mail is queued after the answer, and must not slow the next request
        while (await isWorking(open.db)) await sleep(PAUSE_MS);
      }
    }
    const mails = await open.db.$count(schema.outboxMessages);
    if (mails !== pairs + WARM_UP) throw new Error(`${mails} mails were queued.`);
    return took;
  } finally {
    await app.close();
    await open.close();
  }
}

/** Creates a person who has a password account and works for the merchant as a cashier. */
async function employ(db: Db, merchantId: number, email: string) {
  const id = email;
  await db.insert(schema.staffUsers).values({ id, email, name: email });
  await db
    .insert(schema.staffAccounts)
    .values({ id, accountId: id, providerId: "credential", userId: id, password: "none" });
  await db.insert(schema.staffMembers).values({ merchantId, userId: id, role: "cashier" });
}

/** Whether a request for a reset link still waits for its mail to be queued. */
async function isWorking(db: Db): Promise<boolean> {
  const row = await db.query.staffVerifications.findFirst({
    where: ({ identifier }, { eq }) => eq(identifier, "reset request"),
  });
  return row !== undefined;
}

function addressOf(call: number): string {
  return `10.${call >> 16}.${(call >> 8) & 255}.${call & 255}`;
}

function figuresOf(took: readonly number[]) {
  const sorted = [...took].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return { median: at(0.5), quartiles: [at(0.25), at(0.5), at(0.75)] };
}
