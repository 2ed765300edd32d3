import { once } from "node:events";
import { createServer, connect as dial } from "node:net";
import { connect, isOverload, schema } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import type { CoreContext, Merchant } from "../../foundation/context.ts";
import {
  counting,
  credentialsIn,
  rightPassword,
  rightPin,
  tallied,
  wrongPassword,
  wrongPin,
} from "../../testing/credentials.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf, untilWaiting } from "../../testing/index.ts";
import { requestOtp } from "../otp/index.ts";
import { validatePassword } from "../password/index.ts";
import { resetPin } from "./reset-pin.ts";
import { validatePin } from "./validate-pin.ts";

// with the product's own time-outs; the default test database has none
const t = harnessOfFile({ isOwn: true, isPatient: false });

type Customer = { readonly email: string };

/** How a PIN and a password are tried, and which table counts the tries. */
const kinds = {
  PIN: {
    table: schema.pins,
    name: "pins",
    make: () => credentialsIn(t).withPin({ verifier: "x" }),
    call: (ctx: CoreContext, { email: user }: Customer, isRight = true) =>
      validatePin(ctx, { user, pin: isRight ? rightPin : wrongPin }),
    most: 3,
    verify: "verifyPin",
  },
  password: {
    table: schema.passwords,
    name: "passwords",
    make: () => credentialsIn(t).withPassword({ verifier: "x" }),
    call: (ctx: CoreContext, { email: user }: Customer, isRight = true) =>
      validatePassword(ctx, { user, password: isRight ? rightPassword : wrongPassword }),
    most: 10,
    verify: "verifyPassword",
  },
} as const;

/** Waits until `look` resolves, for up to 50 seconds. */
const until = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 50_000, interval: 20 });

describe.each(Object.entries(kinds))("a slow database and a right %s", (_, kind) => {
  const rowOf = async (merchant: Merchant) => {
    const [row] = await t.db.select().from(kind.table).where(sql`merchant_id = ${merchant.id}`);
    return row;
  };

  /**
   * Locks the row of the PIN or password until `look` has ended. `failedOnce` resolves once the first
   * statement that waits for the lock has timed out.
   */
  async function holdingRow(
    merchant: Merchant,
    look: (failedOnce: Promise<void>) => Promise<void>,
  ) {
    const client = openClient(t.open.url, 2);
    try {
      await client.begin(async (tx) => {
        await tx`select from ${tx(kind.name)} where merchant_id = ${merchant.id} for update`;
        const failedOnce = untilWaiting(client).then(() =>
          until(async () => {
            const waiting = await client`select from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`;
            expect(waiting).toHaveLength(0);
          }),
        );
        await look(failedOnce);
      });
    } finally {
      await client.end();
    }
  }

  test("F3: right ones that the database keeps undecided block nobody, and count as right", async () => {
    const { merchant, customer } = await kind.make();
    const waiting: (() => void)[] = [];
    const slow = t.as(merchant, {
      secrets: {
        ...t.deps.secrets,
        onPlace: (work) => work(),
        [kind.verify]: () => new Promise<boolean>((resolve) => waiting.push(() => resolve(true))),
      },
    });
    const all = Array.from({ length: kind.most }, () => kind.call(slow, customer));
    await until(async () => expect(waiting).toHaveLength(kind.most));

    // in this time a try must stay undecided: its request may run until its deadline, and its last statement
    // until the time-out
    for (const clockOffsetMs of [6_000, 60_000]) {
      const later = counting(t, merchant, { clockOffsetMs });
      expect(await refusalOf(kind.call(later.ctx, customer))).toMatchObject({
        code: "too_many_attempts",
        rule: "no more tries at once than may fail",
      });
      expect(later.evaluated()).toBe(0);
    }

    for (const decide of waiting) decide();
    expect(await tallied(all)).toEqual({ ok: kind.most });
    expect(await rowOf(merchant)).toMatchObject({ wrongTries: 0, deciding: [] });
  });

  test("F3: a right one whose verdict cannot be written at first is written after", async () => {
    const { merchant, customer } = await kind.make();
    const { ctx, evaluated } = counting(t, merchant);
    let [look, hold] = [() => {}, () => {}];
    const looked = new Promise<void>((resolve) => {
      look = resolve;
    });
    const held = new Promise<void>((resolve) => {
      hold = resolve;
    });
    const verifier = ctx.secrets[kind.verify] as (...input: unknown[]) => Promise<boolean>;
    const stopped = {
      ...ctx,
      secrets: {
        ...ctx.secrets,
        [kind.verify]: async (...input: unknown[]) => {
          look();
          await held;
          return verifier(...input);
        },
      },
    };
    const answered = tallied([kind.call(stopped, customer)]);
    await looked;
    await holdingRow(merchant, async (failedOnce) => {
      hold();
      await failedOnce;
      expect((await rowOf(merchant))?.deciding).toHaveLength(1);
    });
    expect(await answered).toEqual({ ok: 1 });
    expect(evaluated()).toBe(1);
    expect(await rowOf(merchant)).toMatchObject({ wrongTries: 0, deciding: [] });
  });

  test("F3: one whose reservation is written but never answered is taken back", async () => {
    const { merchant, customer } = await kind.make();
    const proxy = await startCutting(t.open.url, '"verifier"');
    const through = await connect({ url: proxy.url }, { connections: 1, migrate: false });
    try {
      const { ctx, evaluated } = counting(t, merchant, { db: through.db });
      const error = await kind.call(ctx, customer, false).catch((thrown: unknown) => thrown);
      expect(isOverload(error)).toBe(true);
      expect([proxy.cuts(), evaluated()]).toEqual([1, 0]);
      await until(async () =>
        expect(await rowOf(merchant)).toMatchObject({ wrongTries: 0, deciding: [] }),
      );
    } finally {
      await through.close();
      proxy.close();
    }
  });
});

test("F3: a right one-time password that could not be compared in time is not used up", async () => {
  const { merchant, customer } = await credentialsIn(t).customer();
  const ctx = t.as(merchant);
  const { otp } = await requestOtp(ctx, {
    user: customer.email,
    purpose: "pin",
    type: null,
    templateCode: null,
  });
  const reset = () =>
    resetPin(ctx, {
      user: customer.email,
      otp,
      pin: rightPin,
      confirmPin: rightPin,
    });
  const client = openClient(t.open.url);
  const failed = await client.begin(async (tx) => {
    await tx`select from one_time_passwords where merchant_id = ${merchant.id} for update`;
    return reset().catch((error: unknown) => error);
  });
  await client.end();
  expect(isOverload(failed)).toBe(true);
  const rows = await t.db
    .select()
    .from(schema.oneTimePasswords)
    .where(sql`merchant_id = ${merchant.id}`);
  expect(rows).toMatchObject([{ wrongTries: 0 }]);
  await reset();
});

/**
 * Starts a proxy in front of the database. When an answer contains `text`, the proxy cuts the connection once
 * instead of forwarding the answer.
 */
async function startCutting(url: string, text: string) {
  const target = new URL(url);
  let cuts = 0;
  const front = createServer((client) => {
    const server = dial(Number(target.port), target.hostname);
    server.on("data", (data) => {
      if (!cuts && data.includes(text)) {
        cuts++;
        client.destroy();
        server.destroy();
      } else client.write(data);
    });
    client.on("data", (data) => server.write(data)).on("close", () => server.destroy());
    server.on("error", () => {}).on("close", () => client.destroy());
    client.on("error", () => {});
  });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  const address = front.address();
  const here = new URL(url);
  here.host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return { url: here.href, cuts: () => cuts, close: () => front.close() };
}
