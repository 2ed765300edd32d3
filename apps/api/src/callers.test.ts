import { revokeToken } from "@stampbook/core/access";
import { createHarness } from "@stampbook/core/testing";
import { createTestDatabase, type TestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createCallers, holderOf } from "./callers.ts";

let database: TestDatabase;
let asked = 0;
beforeAll(async () => {
  database = await createTestDatabase({ onStatement: () => asked++ });
});
afterAll(() => database?.close());

const fail = (error: unknown) => {
  throw error;
};

async function openCallers() {
  const { deps, given } = createHarness(database.db);
  const merchant = await given.merchant();
  const secret = deps.secrets.newTokenSecret();
  const token = await given.token(merchant, { secret, hash: deps.secrets.hashToken(secret) });
  // the test's own clock: a pause of a busy machine does not advance it
  let at = 0;
  const pass = (ms: number) => {
    at += ms;
  };
  const callers = createCallers(deps, { onError: fail, now: () => at });
  const ask = () => callers.identify(`Token ${secret}`);
  return { deps, merchant, secret, token, callers, ask, pass };
}

describe("callers", () => {
  it("are told by their token, and looked up once a moment", async () => {
    const { merchant, token, ask } = await openCallers();
    const before = asked;
    expect(await ask()).toMatchObject({ kind: "token", merchant, tokenId: token.id });
    // the second query stores when the token was last used
    await vi.waitFor(() => expect(asked - before).toBe(2));
    await Promise.all(Array.from({ length: 100 }, () => ask()));
    expect(asked - before).toBe(2);
  });

  it("T43: their merchant is known without a query, also when the answer is too old to be used", async () => {
    const { callers, merchant, secret, ask, pass } = await openCallers();
    const merchantOf = () => callers.merchantOf(`Token ${secret}`);
    expect(merchantOf()).toBeNull();
    await ask();
    expect(merchantOf()).toBe(merchant.id);
    pass(60_000);
    const before = asked;
    expect(merchantOf()).toBe(merchant.id);
    expect(asked).toBe(before);
    const asking = ask();
    expect(merchantOf()).toBe(merchant.id);
    await asking;
    expect(merchantOf()).toBe(merchant.id);
    expect([callers.merchantOf("Token of nobody"), callers.merchantOf(undefined)]).toEqual([
      null,
      null,
    ]);
  });

  it("S2: of a signed session are told from strangers without a query", async () => {
    const { callers } = await openCallers();
    const staff = { sessionTokenOf: (cookie?: string) => (cookie === "signed" ? "token" : null) };
    const before = asked;
    expect(holderOf({ cookie: "signed" }, callers, staff)).toBe("session");
    expect(holderOf({ cookie: "forged" }, callers, staff)).toBeNull();
    expect(holderOf({}, callers, staff)).toBeNull();
    expect(holderOf({ cookie: "signed", authorization: "Token x" }, callers, staff)).toBeNull();
    expect(asked).toBe(before);
  });

  it("in use are asked for anew without a call that waits, and after too long a while with one", async () => {
    const { ask, pass } = await openCallers();
    const begun = asked;
    await ask();
    await vi.waitFor(() => expect(asked - begun).toBe(2));
    const waits = () =>
      Promise.race([
        ask().then(() => false),
        new Promise((resolve) => setImmediate(() => resolve(true))),
      ]);
    pass(400);
    const before = asked;
    expect(await Promise.all(Array.from({ length: 100 }, waits))).not.toContain(true);
    await vi.waitFor(() => expect(asked - before).toBe(1));
    pass(800);
    expect(await waits()).toBe(true);
    await ask();
    expect(asked - before).toBe(2);
  });

  it("are asked for together where they come together", async () => {
    const { callers } = await openCallers();
    const before = asked;
    await Promise.all(Array.from({ length: 100 }, () => callers.identify("Bearer unknown")));
    expect(asked - before).toBe(1);
  });

  it("lose a revoked token within a second", async () => {
    const { deps, merchant, token, ask, pass } = await openCallers();
    expect((await ask()).kind).toBe("token");
    await revokeToken(deps, { merchantId: merchant.id, id: token.id });
    expect((await ask()).kind).toBe("token");
    pass(999);
    expect((await ask()).kind).toBe("anonymous");
  });

  it("are not forgotten for a token that the database could not look up", async () => {
    const { callers, secret } = await openCallers();
    const broken = createHarness(database.db).deps;
    let away = true;
    const flaky = createCallers(
      {
        ...broken,
        get db() {
          if (away) throw new Error("away");
          return broken.db;
        },
      },
      { onError: fail },
    );
    await expect(flaky.identify(`Token ${secret}`)).rejects.toThrow("away");
    away = false;
    expect(await flaky.identify(`Token ${secret}`)).toEqual(
      await callers.identify(`Token ${secret}`),
    );
  });

  it.each([undefined, "", "Token", "Token ", "Basic abc", "Token a b", "secret", "Token é"])(
    "are nobody with %j, without a question",
    async (authorization) => {
      const { callers } = await openCallers();
      const before = asked;
      expect(await callers.identify(authorization)).toEqual({ kind: "anonymous" });
      expect(asked).toBe(before);
    },
  );
});
