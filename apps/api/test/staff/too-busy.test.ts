import { createServer, connect as dial, type Socket } from "node:net";
import { connect, schema } from "@stampbook/db";
import { createTestDatabase, openClient, type TestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type House, openHouse } from "../harness.ts";
import { deskIn, PASSWORD } from "./desk.ts";

const NEXT = "another long enough password";
const busy = [503, { message: "Too busy, please try again." }, "1"];
const shown = ([status, body, headers]: Answer) => [status, body, headers["retry-after"]];

describe("signing in, while the database cannot", () => {
  let database: TestDatabase;
  let house: House & { close: () => Promise<void> };
  beforeAll(async () => {
    database = await createTestDatabase();
    house = await openHouse(database);
  });
  afterAll(() => house?.close());

  async function signedIn() {
    const desk = deskIn(house);
    const who = await desk.person();
    await desk.hire(who, await house.given.merchant(), "owner");
    const own = desk.browser();
    const signIn = () => own.auth("/sign-in/email", { email: who.email, password: PASSWORD });
    await signIn();
    const change = () =>
      own.auth("/change-password", { currentPassword: PASSWORD, newPassword: NEXT });
    return { who, own, signIn, change };
  }

  /** Makes the calls one after another while the statement `lock` holds its locks. Returns the answers. */
  async function during(lock: string, calls: readonly (() => Promise<Answer>)[]) {
    const client = openClient(database.url);
    try {
      return await client.begin(async (sql) => {
        await sql.unsafe(lock);
        const answers = [];
        for (const call of calls) answers.push(shown(await call()));
        return answers;
      });
    } finally {
      await client.end();
    }
  }

  it("is 503 with Retry-After where a lock is not had in time, and signs nobody out", async () => {
    const { own, signIn, change } = await signedIn();
    const session = () => own.auth("/get-session");
    const lock = "lock table staff_sessions, staff_accounts in access exclusive mode";
    expect(await during(lock, [session, change, signIn])).toEqual([busy, busy, busy]);
    expect(await session()).toMatchObject([200, { user: {} }, {}]);
  });

  it("leaves nothing of who signs in, and of passwords, in the log", async () => {
    const { who, own, change } = await signedIn();
    expect(await during("select * from staff_accounts for update", [change])).toEqual([busy]);
    await house.core.db
      .insert(schema.staffUsers)
      .values(who)
      .catch((error: unknown) => house.app.log.error(error));
    const written = house.log.join("");
    expect(written).toContain("55P03");
    expect(written).toContain("23505");
    const token = [...own.cookies.values()].map((value) => value.split(".")[0]);
    for (const canary of [...token, who.id, who.email, "argon2id", "Failed query"])
      expect(written).not.toContain(canary);
  });

  it("is 503 with Retry-After where the database is away", async () => {
    const { who, own } = await signedIn();
    const door = await openDoor(database.url);
    const away = await openHouse(await connect({ url: door.url }, { migrate: false }));
    const browser = deskIn(away).browser();
    for (const [name, value] of own.cookies) browser.cookies.set(name, value);
    expect(await browser.auth("/get-session")).toMatchObject([200, { user: {} }, {}]);
    door.shut();
    expect(shown(await browser.auth("/get-session"))).toEqual(busy);
    const known = { email: who.email, password: PASSWORD };
    expect(shown(await browser.auth("/sign-in/email", known))).toEqual(busy);
    await away.close();
  });
});

/** A proxy in front of the database's server. After `shut`, nothing answers at its address. */
async function openDoor(url: string) {
  const there = new URL(url);
  const here = new URL(url);
  const sessions: Socket[] = [];
  const door = createServer((client) => {
    const server = dial(Number(there.port), there.hostname);
    for (const socket of [client, server]) sessions.push(socket.on("error", () => {}));
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  const address = door.address();
  here.host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const shut = () => {
    door.close();
    for (const session of sessions) session.destroy();
  };
  return { url: here.href, shut };
}
