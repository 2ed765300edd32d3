import { setImmediate } from "node:timers/promises";
import { callerSignal, connect, schema } from "@stampbook/db";
import { createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenHouse, openHouse } from "../../harness.ts";
import { deskIn, PASSWORD, resetsSent } from "../desk.ts";

/** Compares the SQL statements of calls, without those that run after their answers. */
describe("L2: known and unknown addresses", () => {
  const statements: string[] = [];
  let house: OpenHouse;
  let dropDatabase: () => Promise<void>;
  let known: string;

  beforeAll(async () => {
    const database = await createTestDatabase();
    dropDatabase = database.close;
    const open = await connect(
      { url: database.url },
      // work after the response runs without a caller, so it is not recorded
      { onStatement: (text) => callerSignal() && statements.push(text) },
    );
    house = await openHouse(open, {}, "costly");
    const desk = deskIn(house);
    const who = await desk.person();
    await desk.hire(who, await house.given.merchant(), "cashier");
    known = who.email;
    // warm-up: these calls do the work that is done only once
    await statementsOf("/sign-in/email", { email: known, password: "x".repeat(12) });
    await statementsOf("/request-password-reset", { email: known });
    await resetsSent(house.core);
  });
  afterAll(async () => {
    await house?.close();
    await dropDatabase?.();
  });

  async function statementsOf(path: string, body: object) {
    statements.length = 0;
    const [status, answer] = await deskIn(house).browser().auth(path, body);
    return { status, answer, statements: [...statements] };
  }

  it("L2: a sign-in does the same work for both", async () => {
    const wrong = { password: "not the password" };
    const one = await statementsOf("/sign-in/email", { email: known, ...wrong });
    const other = await statementsOf("/sign-in/email", { email: "nobody@example.com", ...wrong });
    expect(one.status).toBe(401);
    expect(one.statements.length).toBeGreaterThan(2);
    expect(other).toEqual(one);
  });

  it("L2: a request for a reset link queues one job for both, before any look at who it is", async () => {
    const one = await statementsOf("/request-password-reset", { email: known });
    await resetsSent(house.core);
    const other = await statementsOf("/request-password-reset", { email: "nobody@example.com" });
    expect(one.status).toBe(200);
    const asked = one.statements.filter((text) => text.includes("staff_users"));
    expect(asked).toEqual([]);
    expect(one.statements.filter((text) => text.includes("staff_verifications"))).toHaveLength(1);
    expect(other).toEqual(one);
    await resetsSent(house.core);
    const mails = await house.core.db.select().from(schema.outboxMessages);
    expect(mails.map(({ recipient }) => recipient)).toEqual([known, known]);
  });

  it("L2: while the queue of hashes is full, both are asked to try again", async () => {
    const { secrets } = house.core;
    let isOver = false;
    // starts another hash whenever one ends, so that the queue stays full
    const fill = async () => {
      while (!isOver)
        await secrets.hashPassword("some password", "refusable").catch(() => setImmediate());
    };
    const filling: Promise<unknown>[] = [];
    while (!secrets.isFull()) filling.push(fill());
    const wrong = { password: "not the password" };
    try {
      for (const email of [known, "nobody@example.com"]) {
        const [status, , headers] = await deskIn(house)
          .browser()
          .auth("/sign-in/email", { email, ...wrong });
        expect([status, headers["retry-after"]]).toEqual([503, "1"]);
      }
    } finally {
      isOver = true;
      await Promise.all(filling);
    }
  });

  it("a sign-in with the right password still works", async () => {
    const answer = await statementsOf("/sign-in/email", { email: known, password: PASSWORD });
    expect(answer.status).toBe(200);
  });
});
