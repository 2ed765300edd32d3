import { setTimeout as pause } from "node:timers/promises";
import type { Merchant } from "@stampbook/core/context";
import { createHarness, type Harness } from "@stampbook/core/testing";
import { createTestDatabase, type TestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { at } from "./credentials.ts";
import { killServers, startServer } from "./server-process.ts";
import { ORIGIN } from "./staff/desk.ts";

const PROCESSES = 3;
const PIN = "024680";
const WRONG = "135791";

/** Limits must hold over all processes together, not in each one. */
describe("several processes over one PostgreSQL", () => {
  let database: TestDatabase;
  let t: Harness;
  let addresses: string[];
  beforeAll(async () => {
    database = await createTestDatabase();
    t = createHarness(database.db);
    // a database with a merchant gets no demo
    await t.given.merchant();
    const settings = {
      DATABASE_URL: database.url,
      SECRET_KEY: "one key for all of the processes",
      TRUSTED_PROXIES: "127.0.0.1",
    };
    const servers = Array.from({ length: PROCESSES }, () => startServer(settings));
    addresses = await Promise.all(servers.map((server) => server.address()));
  });
  afterAll(async () => {
    killServers();
    await database?.close();
  });

  type Call = {
    readonly path: string;
    readonly body: object;
    readonly token?: string;
    readonly from?: string;
  };

  type Seen = { status: number; headers: Headers; said: { error_code?: string }; word: string };

  /**
   * Sends a call, and repeats it while the process answers that it is too busy, as on a slow machine. Calls
   * `onBusy` before each repetition.
   */
  async function send(process: number, call: Call, onBusy = () => {}): Promise<Seen> {
    const { path, body, token, from = "203.0.113.250" } = call;
    const answer = await fetch(`${addresses[process % PROCESSES]}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": from,
        origin: ORIGIN,
        ...(token ? { authorization: `Token ${token}` } : {}),
      },
      body: JSON.stringify(body),
    });
    const { status, headers } = answer;
    const said = (await answer.json()) as Seen["said"];
    if (status === 503) {
      onBusy();
      await pause(1000 * Number(headers.get("retry-after")));
      return send(process, call, onBusy);
    }
    return { status, headers, said, word: said.error_code ?? String(status) };
  }

  /** Sends calls at once, alternating between the processes. */
  const burst = (calls: number, call: (at: number) => Call, onBusy?: () => void): Promise<Seen[]> =>
    Promise.all(Array.from({ length: calls }, (_, number) => send(number, call(number), onBusy)));

  /**
   * Counts the answers. Also checks that each 429 names the time to wait, and that each answer to a
   * token names its rate.
   */
  function tally(seen: readonly Seen[], ofToken: boolean) {
    const counts: Record<string, number> = {};
    for (const { status, headers, word } of seen) {
      counts[word] = (counts[word] ?? 0) + 1;
      const wait = headers.get("retry-after");
      if (status !== 429) expect(wait).toBeNull();
      else expect(wait).toMatch(/^[1-9]\d{0,3}$/);
      if (ofToken) expect(headers.get("ratelimit")).toMatch(/^"requests";r=\d+;t=\d+/);
      const policy = headers.get("ratelimit-policy");
      if (ofToken) expect(policy).toMatch(/^"requests";q=400;w=2/);
      else expect(policy).toBeNull();
    }
    return counts;
  }

  async function till(of: Merchant): Promise<string> {
    const secret = t.deps.secrets.newTokenSecret();
    await t.given.token(of, { secret, hash: t.deps.secrets.hashToken(secret) });
    return secret;
  }

  async function customer() {
    const merchant = await t.given.merchant();
    const { email: user } = await t.given.customer(merchant);
    return { merchant, user, token: await till(merchant) };
  }

  const setPin = async (token: string, user: string) => {
    const body = { user, pin: PIN, confirm_pin: PIN };
    expect((await send(0, { path: at.setPin[0], token, body })).status).toBe(200);
  };

  it("look at three wrong PINs of a customer, and at no more", async () => {
    const { user, token } = await customer();
    await setPin(token, user);
    const path = at.validatePin[0];
    const seen = await burst(45, () => ({ path, token, body: { user, pin: WRONG } }));
    const { invalid_pin: evaluated, pin_blocked: blocked = 0, ...rest } = tally(seen, true);
    expect(evaluated).toBe(3);
    // `too_many_attempts`: these calls waited a second for the results of the others, and gave up
    const { too_many_attempts: waited = 0, ...unexpected } = rest;
    expect([blocked + waited, unexpected]).toEqual([42, {}]);
    const right = { path, token, body: { user, pin: PIN } };
    expect((await burst(PROCESSES, () => right)).map(({ word }) => word)).toEqual(
      Array(PROCESSES).fill("pin_blocked"),
    );
  });

  it("let no right PIN be taken for a guess", async () => {
    const { user, token } = await customer();
    await setPin(token, user);
    const right = { path: at.validatePin[0], token, body: { user, pin: PIN } };
    const {
      200: fine = 0,
      too_many_attempts: waited = 0,
      ...rest
    } = tally(await burst(12, () => right), true);
    expect([fine + waited, rest]).toEqual([12, {}]);
    expect((await send(1, right)).status).toBe(200);
  });

  it("hand out five one-time passwords in an hour, and void one after five wrong guesses", async () => {
    const { user, token } = await customer();
    const seen = await burst(30, () => ({ path: at.requestPinOtp[0], token, body: { user } }));
    expect(tally(seen, true)).toEqual({ 200: 5, otp_limit_reached: 25 });

    const other = await customer();
    const asked = { path: at.requestPinOtp[0], token: other.token, body: { user: other.user } };
    const { otp } = (await send(0, asked)).said as { otp: string };
    const wrong = String((Number(otp) + 1) % 1_000_000).padStart(6, "0");
    const reset = (code: string) => ({
      path: at.resetPin[0],
      token: other.token,
      body: { user: other.user, otp: code, pin: PIN, confirm_pin: PIN },
    });
    expect(tally(await burst(4, () => reset(wrong)), true)).toEqual({ invalid_otp: 4 });
    expect((await send(2, reset(otp))).status).toBe(200);

    const { otp: next } = (await send(1, asked)).said as { otp: string };
    const last = String((Number(next) + 1) % 1_000_000).padStart(6, "0");
    const guesses = tally(await burst(30, () => reset(last)), true);
    expect(guesses).toEqual({ invalid_otp: 30 });
    // five of the thirty were checked and counted as the token's guesses, in addition to the four before
    const rows = await database.db.execute(
      `select count from attempt_counters where merchant_id = ${other.merchant.id} and subject like 'guesses %'
        and subject not like '% store %'`,
    );
    expect(rows).toEqual([{ count: 4 + 5 }]);
    expect((await send(0, reset(next))).word).toBe("invalid_otp");
  });

  it("tell a token of 60 wrong codes in a minute, and not of the next", async () => {
    const { merchant, user, token } = await customer();
    const { id: store } = await t.given.store(merchant);
    const { code } = await t.given.promoCode(merchant);
    const redeem = (promo_code: string) => ({
      path: "/api/v3/redemptions/redeem-promo-code",
      token,
      body: { user, store, promo_code, invoice_number: "1" },
    });
    const seen = await burst(150, (number) => redeem(`GUESS${number}`));
    expect(tally(seen, true)).toEqual({ invalid_promo_code: 60, too_many_attempts: 90 });
    const right = await burst(PROCESSES, () => redeem(code));
    expect(tally(right, true)).toEqual({ too_many_attempts: PROCESSES });
    const another = { ...redeem(code), token: await till(merchant) };
    expect((await send(1, another)).status).toBe(200);
  });

  const table = {
    user: "guest@example.com",
    date: "2030-11-21",
    time: "19:30",
    number_of_people: 2,
  };
  const bookings = async (merchant: Merchant) => {
    const rows = await database.db.execute(
      `select count(*)::int as count from bookings where merchant_id = ${merchant.id}`,
    );
    return (rows as unknown as { count: number }[])[0]?.count;
  };

  it("take 5 bookings in an hour from an address, and 60 in a minute for a store", async () => {
    const merchant = await t.given.merchant();
    const path = "/api/bookings/add";
    const [one, other] = [await t.given.store(merchant), await t.given.store(merchant)];
    const from = "198.51.100.7";
    const near = await burst(90, (number) => ({
      path,
      from,
      body: { ...table, store: one.id, phone: `${5_550_000 + number}` },
    }));
    expect(tally(near, false)).toEqual({ 200: 5, 429: 85 });
    expect(await bookings(merchant)).toBe(5);

    const far = await burst(120, (number) => ({
      path,
      from: `198.51.100.${100 + number}`,
      body: { ...table, store: other.id, phone: `${5_560_000 + number}` },
    }));
    expect(tally(far, false)).toEqual({ 200: 60, 429: 60 });
    expect(await bookings(merchant)).toBe(65);
  });

  it("try 20 sign-ins of staff in a minute from an address", async () => {
    const signIn = (number: number) => ({
      path: "/staff-auth/sign-in/email",
      from: "198.51.100.8",
      body: { email: `nobody-${number}@example.com`, password: "not the password" },
    });
    // a sign-in that waits too long for a core may count as well
    let tooBusy = 0;
    const seen = await burst(60, signIn, () => tooBusy++);
    const { 401: evaluated = 0, 429: refused } = tally(seen, false);
    expect(refused).toBe(60 - evaluated);
    expect(evaluated).toBeGreaterThan(0);
    expect(evaluated).toBeLessThanOrEqual(20);
    expect(evaluated + tooBusy).toBeGreaterThanOrEqual(20);
  });
});
