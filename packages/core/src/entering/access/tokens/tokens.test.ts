import { createIds, schema } from "@stampbook/db";
import { createTestDatabase, type TestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { CoreDeps } from "../../../foundation/context.ts";
import { createSecrets } from "../../../foundation/secrets.ts";
import { createBatcher } from "../../../foundation/writing/index.ts";
import { identifyToken, issueToken, listTokens, noteTokenUse, revokeToken } from "../index.ts";

const HOUR = 3_600_000;
const till = {
  merchantId: 1,
  name: "Till 3",
  scopes: ["redemptions", "pin"],
  stores: null,
  end: null,
};

let database: TestDatabase;
let deps: CoreDeps;
const at = (offsetMs: number): CoreDeps => ({ ...deps, clockOffsetMs: offsetMs });

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  deps = {
    db,
    ids: createIds(db),
    writing: createBatcher(db),
    secrets: createSecrets({ current: "a key for the tests of tokens, long enough", old: [] }),
    clockOffsetMs: 0,
  };
  await db.insert(schema.merchants).values([
    { id: 1, name: "One", country: "ID", timezone: "Asia/Jakarta", currency: "IDR" },
    { id: 2, name: "Two", country: "DE", timezone: "Europe/Berlin", currency: "EUR" },
  ]);
  await db.insert(schema.stores).values([
    { merchantId: 1, id: 32, code: "K", codeKey: "K", name: "Kemang", timezone: "Asia/Jakarta" },
    { merchantId: 2, id: 33, code: "M", codeKey: "M", name: "Mitte", timezone: "Europe/Berlin" },
  ]);
});
afterAll(() => database?.close());

async function issued(input: Partial<Parameters<typeof issueToken>[1]> = {}, offsetMs = 0) {
  const token = await issueToken(at(offsetMs), { ...till, ...input });
  if (!token) throw new Error("no such merchant");
  return token;
}

describe("a new token", () => {
  test("opens its merchant with its scopes", async () => {
    const token = await issued();
    expect(await identifyToken(deps, token.secret)).toEqual({
      kind: "token",
      merchant: {
        ...{ id: 1, name: "One", country: "ID", timezone: "Asia/Jakarta" },
        currency: "IDR",
      },
      tokenId: token.id,
      scopes: ["redemptions", "pin"],
      stores: null,
      isAcceptedInMessage: false,
      limits: expect.objectContaining({ guesses: 60, customersInMinute: 1_200 }),
    });
  });

  test("is kept as its hash: the secret stands in no row", async () => {
    const token = await issued();
    const rows = JSON.stringify(await database.db.select().from(schema.apiTokens));
    expect(rows).not.toContain(token.secret);
    expect(rows).toContain(deps.secrets.hashToken(token.secret));
  });

  test("can be limited to stores of its merchant", async () => {
    const token = await issued({ stores: [32] });
    expect(token.stores).toEqual([32]);
    expect((await identifyToken(deps, token.secret))?.stores).toEqual([32]);
    await expect(issued({ stores: [32, 33] })).rejects.toMatchObject({
      code: "invalid_store",
      message: "Store 33 is not known",
    });
  });

  test("has an id of its own in its merchant", async () => {
    const [one, two, other] = [await issued(), await issued(), await issued({ merchantId: 2 })];
    expect(two.id).toBe(one.id + 1);
    expect(other.id).toBe(1);
    expect(await deps.ids.take(2, "api_tokens")).toBe(2);
  });

  test("is not made for a merchant that does not exist", async () => {
    expect(await issueToken(deps, { ...till, merchantId: 99 })).toBeNull();
  });
});

describe("what opens nothing", () => {
  test("an unknown secret", async () => {
    expect(await identifyToken(deps, deps.secrets.newTokenSecret())).toBeNull();
    expect(await identifyToken(deps, "")).toBeNull();
  });

  test("a revoked token, at once and for good", async () => {
    const token = await issued();
    const revoked = await revokeToken(deps, { merchantId: 1, id: token.id });
    expect(revoked?.state).toBe("revoked");
    expect(await identifyToken(deps, token.secret)).toBeNull();
    expect(await revokeToken(at(HOUR), { merchantId: 1, id: token.id })).toEqual(revoked);
  });

  test("a token is not revoked by another merchant's name", async () => {
    const token = await issued({ scopes: ["otp"] });
    expect(await revokeToken(deps, { merchantId: 2, id: 9_999 })).toBeNull();
    expect(await revokeToken(deps, { merchantId: 2, id: token.id })).toBeNull();
    expect(await identifyToken(deps, token.secret)).not.toBeNull();
  });

  test("an expired one, by the database's clock and the context's offset", async () => {
    const inAnHour = new Date(Date.now() + HOUR).toISOString();
    const token = await issued({ end: { moment: inAnHour } });
    expect(token.expiresAt).toBe(inAnHour);
    expect(await identifyToken(at(HOUR - 60_000), token.secret)).not.toBeNull();
    expect(await identifyToken(at(HOUR + 60_000), token.secret)).toBeNull();
  });

  test("T56: a host whose clock is two hours wrong opens and closes nothing", async () => {
    const until = (ms: number) => new Date(Date.now() + ms).toISOString();
    const live = await issued({ end: { moment: until(HOUR) } });
    const ended = await issued({ end: { moment: until(-HOUR) } }, -2 * HOUR);
    for (const wrong of [2 * HOUR, -2 * HOUR]) {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + wrong });
      try {
        expect(await identifyToken(deps, live.secret)).not.toBeNull();
        expect(await identifyToken(deps, ended.secret)).toBeNull();
      } finally {
        vi.useRealTimers();
      }
    }
  });

  test("one whose last day is over in the merchant's zone", async () => {
    const token = await issued({ end: { lastDay: "2099-12-31" } });
    expect(token.expiresAt).toBe("2099-12-31T17:00:00.000Z");
    await expect(issued({ end: { lastDay: "2020-12-31" } })).rejects.toMatchObject({
      code: "invalid",
    });
  });
});

describe("the list", () => {
  test("shows every token with its state and no secret", async () => {
    const list = await listTokens(deps, 2);
    expect(list).toEqual([
      {
        id: 1,
        name: "Till 3",
        prefix: expect.stringMatching(/^sb_live_.{4}$/),
        scopes: ["redemptions", "pin"],
        stores: null,
        state: "active",
        expiresAt: null,
        revokedAt: null,
        lastUsedAt: null,
        createdAt: expect.stringMatching(/Z$/),
      },
    ]);
    const states = new Set((await listTokens(at(2 * HOUR), 1)).map((token) => token.state));
    expect(states).toEqual(new Set(["active", "expired", "revoked"]));
  });

  test("tells when a token was last used, to the minute", async () => {
    const token = await issued({ merchantId: 2 });
    const caller = await identifyToken(deps, token.secret);
    if (!caller) throw new Error("the token opens nothing");
    const used = async () =>
      (await listTokens(deps, 2)).find(({ id }) => id === token.id)?.lastUsedAt;
    expect(await used()).toBeNull();
    await noteTokenUse(deps, caller);
    const first = await used();
    expect(first).toEqual(expect.any(String));
    await noteTokenUse(at(30_000), caller);
    expect(await used()).toBe(first);
    await noteTokenUse(at(90_000), caller);
    expect(await used()).not.toBe(first);
  });
});
