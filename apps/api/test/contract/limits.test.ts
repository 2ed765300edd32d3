import { schema } from "@stampbook/db";
import { beforeAll, describe, expect, it } from "vitest";
import { contract } from "../contract.ts";
import { openShop, type Shop } from "../shop.ts";

const SEARCH = "/api/memberships/suggestions";
const DETAILS = "/api/v2/memberships/details";
const VALIDATE = "/api/vouchers/validate";

const STORES = 200;
const SEARCHING = 10;
const SEARCHES = 40;

contract("the limits of a token", (house) => {
  /** Makes a merchant with many stores and one token for all of them, and the ids of its stores. */
  async function openChain(settings: Parameters<typeof openShop>[1] = {}, count = STORES) {
    const shop = await openShop(house, settings);
    const { db } = house.core;
    const first = 1_000_000_000 + shop.store.id * 1_000;
    const rows = Array.from({ length: count - 1 }, (_, at) => ({
      merchantId: shop.merchant.id,
      id: first + at,
      code: `S${at}`,
      codeKey: `S${at}`,
      name: `Store ${at}`,
      timezone: "Asia/Jakarta",
    }));
    await db.insert(schema.stores).values(rows);
    return { shop, stores: [shop.store.id, ...rows.map(({ id }) => id)] };
  }

  /** Sends calls, four at a time. Returns how often each status came. */
  async function statusesOf(calls: readonly (() => Promise<readonly unknown[]>)[]) {
    const counts: Record<string, number> = {};
    const waiting = [...calls];
    const lane = async () => {
      for (let call = waiting.shift(); call; call = waiting.shift()) {
        const status = String((await call())[0]);
        counts[status] = (counts[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: 4 }, lane));
    return counts;
  }

  const limitsIn = (headers: Readonly<Record<string, string | undefined>>) =>
    headers.ratelimit
      ?.split(", ")
      .map((each) => /^"(.*)";r=\d+;t=\d+$/.exec(each)?.[1])
      .sort();

  /** The names of the limits that are used up, by the headers. */
  const spentIn = (headers: Readonly<Record<string, string | undefined>>) =>
    headers.ratelimit?.split(", ").flatMap((each) => /^"(.*)";r=0;t=[1-9]/.exec(each)?.[1] ?? []);

  /** Searches of one minute: each shows ten members. */
  async function search(shop: Shop, times: number) {
    const { id } = shop.merchant;
    for (let n = 0; n < 10; n++)
      await house.given.customer(shop.merchant, { name: `Tamu ${id} ${n}` });
    const query = `Tamu ${id}`;
    return statusesOf(Array(times).fill(() => shop.call(SEARCH, { query })));
  }

  it("C2: 40 searches a minute in each of ten of 200 stores with one token are not refused", async () => {
    const { shop } = await openChain();
    expect(await search(shop, SEARCHING * SEARCHES)).toEqual({ 200: SEARCHING * SEARCHES });
    const { id } = await shop.customer();
    const [status, , headers] = await shop.call(DETAILS, { user: id });
    expect([status, limitsIn(headers)]).toEqual([
      200,
      ["customers-day", "customers-minute", "requests"],
    ]);
    const policy = headers["ratelimit-policy"]?.split(", ");
    expect(policy).toContain('"customers-minute";q=12000;w=60');
    expect(policy).toContain('"customers-day";q=1000000;w=86400');
  });

  it("C2: a token with one store is refused sooner, and learns which limit it reached", async () => {
    const shop = await openShop(house);
    expect(await search(shop, 130)).toEqual({ 200: 120, 429: 10 });
    const [status, body, headers] = await shop.call(SEARCH, { query: "Tamu" });
    expect([status, body]).toMatchObject([
      429,
      {
        error_code: "too_many_attempts",
        limit: "suggestions",
        error_message: expect.stringMatching(
          /^Too many searches by this token \(120 a minute\), try again in \d+ /,
        ),
      },
    ]);
    expect(headers["retry-after"]).toMatch(/^\d+$/);
    expect(spentIn(headers)).toEqual(["suggestions"]);
    expect(headers["ratelimit-policy"]?.split(", ")).toContain('"suggestions";q=120;w=60');
  });

  describe("C2: a broken scanner", () => {
    let shop: Shop;
    let stores: readonly number[];
    let code: string;
    beforeAll(async () => {
      ({ shop, stores } = await openChain());
      ({ code } = await shop.voucherOf((await shop.customer()).id));
    });
    const validate = async (store: number | string, voucher_code = code) =>
      shop.call(VALIDATE, { store, voucher_code });
    const broken = (store: number, times: number) =>
      statusesOf(Array.from({ length: times }, (_, n) => () => validate(store, `NONE-${n}`)));

    it("stops its own store, and no other one of the token", async () => {
      const [bad = 0, good = 0] = stores;
      expect(await broken(bad, 70)).toEqual({ 400: 60, 429: 10 });
      const [status, body, refused] = await validate(bad);
      expect(spentIn(refused)).toEqual(["guesses"]);
      expect([status, body]).toMatchObject([
        429,
        {
          limit: "guesses",
          error_code: "too_many_attempts",
          error_message: expect.stringMatching(
            /\(60 a minute in a store\)\. This one was not looked at, try again in \d+ second/,
          ),
        },
      ]);
      const [other, , headers] = await validate(good);
      expect([other, limitsIn(headers)]).toEqual([
        200,
        ["customers-day", "customers-minute", "requests"],
      ]);
      const [unknown, , after] = await validate(good, "NONE");
      expect([unknown, limitsIn(after)]).toEqual([400, ["guesses", "requests"]]);
    });

    it("in many stores stops the token, so that a thief gains nothing by naming stores", async () => {
      await house.core.db.execute(
        `update attempt_counters set count = 599
          where merchant_id = ${shop.merchant.id} and subject not like '% store %'`,
      );
      const [, , third = 0, fourth = 0] = stores;
      expect((await validate(third))[0]).toBe(200);
      expect((await validate(third, "NONE"))[0]).toBe(400);
      const [status, body, headers] = await validate(fourth);
      expect([status, body]).toMatchObject([429, { limit: "guesses-token" }]);
      expect(spentIn(headers)).toEqual(["guesses-token"]);
    });
  });

  it("C2: a merchant's own limit takes the place of the default", async () => {
    const { shop, stores } = await openChain({ guessesPerMinute: 10 }, 2);
    const [here = 0, there = 0] = stores;
    const wrong = (store: number) => () => shop.call(VALIDATE, { store, voucher_code: "NONE" });
    expect(await statusesOf(Array(12).fill(wrong(here)))).toEqual({ 400: 10, 429: 2 });
    expect(await statusesOf([wrong(there)])).toEqual({ 400: 1 });
  });
});
