import { identifyToken } from "@stampbook/core/access";
import { countWaitingMessages } from "@stampbook/core/messages";
import { confirmMove, connect, type Move, moveBack, moveMerchant } from "@stampbook/db";
import { openClient, type RunningPostgres, startPostgres } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { depsOf, documentWith, importedOf } from "./office.ts";
import { stampbook } from "./stampbook.ts";

type Sql = ReturnType<typeof openClient>;

const SECRET_KEY = "a key for the tests of the command line";
const cell = "https://b.example.com";

let servers: RunningPostgres[] = [];
let here: Sql;
let there: Sql;
const [home, away] = [() => servers[0]?.url ?? "", () => servers[1]?.url ?? ""];

beforeAll(async () => {
  const settings = { wal_level: "logical" };
  servers = await Promise.all([startPostgres({ settings }), startPostgres({ settings })]);
  for (const url of [home(), away()]) await (await connect({ url })).close();
  [here, there] = [openClient(home(), 3), openClient(away(), 3)];
}, 120_000);
afterAll(async () => {
  await Promise.all([here?.end(), there?.end()]);
  await Promise.all(servers.map((server) => server.stop()));
});

const run = (...args: string[]) =>
  stampbook({ DATABASE_URL: home(), SECRET_KEY }, "move", "--to", away(), "--json", ...args);
const move = (id: number, ...args: string[]) => run("--merchant", String(id), ...args);

/** Makes a merchant with a store, members and a token on one of the servers. */
async function newMerchant(url = home(), sections = {}) {
  const open = await connect({ url });
  const document = documentWith(sections);
  await importedOf(depsOf(open), document);
  const id = document.merchant.id;
  await open.close();
  const made = await stampbook(
    { DATABASE_URL: url, SECRET_KEY },
    ...["token", "create", "--merchant", String(id), "--name", "till", "--scopes", "*", "--json"],
  );
  return { id, store: document.stores[0]?.id ?? 0, secret: String(JSON.parse(made.out).secret) };
}

/** What a till with this token gets: its merchant, or the words of the refusal. */
async function caller(url: string, secret: string) {
  const open = await connect({ url }, { migrate: false });
  const found = await identifyToken(depsOf(open), secret).catch(({ message }: Error) => message);
  await open.close();
  return found === null || typeof found === "string" ? found : found.merchant.id;
}

/** How many mails background work would send from a database. */
async function waitingIn(url: string) {
  const open = await connect({ url }, { migrate: false });
  const { email } = await countWaitingMessages({ db: open.db, clockOffsetMs: 0 });
  await open.close();
  return email.count;
}

const rename = (sql: Sql, id: number, name: string) =>
  sql`update stores set name = ${name} where merchant_id = ${id}`;
const namesOf = async (sql: Sql, id: number) =>
  (await sql`select name from stores where merchant_id = ${id}`).map(({ name }) => name);

/** The parts of a move in a database beside the rows. None may stay. */
const leftIn = async (sql: Sql) => [
  ...(await sql`select slot_name as name from pg_replication_slots`),
  ...(await sql`select pubname as name from pg_publication`),
  ...(await sql`select subname as name from pg_subscription`),
  ...(await sql`select tgname as name from pg_trigger where not tgisinternal`),
  ...(await sql`select merchant_id::text as name from merchant_moves`),
];

describe("move", { timeout: 120_000 }, () => {
  test("there, back, there again, and confirmed", async () => {
    const staff = [{ email: "ann@example.com", name: "Ann", role: "owner" }];
    const { id, secret } = await newMerchant(home(), { staff });
    const other = await newMerchant();

    await here`insert into outbox_messages (merchant_id, id, kind, channel, template_code, recipient, payload,
        next_attempt_at, expires_at)
      values (${id}, 'm', 'staff', 'email', 't', 'ann@example.com', 'p', now(), now() + interval '1 day')`;
    expect([await waitingIn(home()), await waitingIn(away())]).toEqual([1, 0]);
    const done = await move(id, "--address", cell);
    expect([done.code, done.err]).toEqual([0, expect.stringContaining("its audit is clean")]);
    expect(JSON.parse(done.out)).toEqual({ merchant: id, stopped_ms: expect.any(Number) });
    expect(await caller(away(), secret)).toBe(id);
    expect(await caller(home(), secret)).toBe(
      `This merchant has moved to ${cell}, please send the call there.`,
    );
    await expect(rename(here, id, "lost")).rejects.toMatchObject({ code: "SB002" });
    await rename(here, other.id, "stays");
    expect(
      await there`select email, password is not null as password from staff_users u
      join staff_accounts a on a.user_id = u.id`,
    ).toEqual([{ email: "ann@example.com", password: true }]);
    // background work leaves out a merchant that has gone
    expect([await waitingIn(home()), await waitingIn(away())]).toEqual([0, 1]);
    // a second run changes nothing
    expect(await move(id)).toMatchObject({ code: 0, out: expect.stringContaining("null") });
    const doctor = await stampbook({ DATABASE_URL: home(), SECRET_KEY }, "doctor");
    expect(doctor.out).toMatch(new RegExp(`moves +merchant ${id} has gone to ${cell}`));

    await rename(there, id, "changed there");
    expect(await move(id, "--back")).toMatchObject({ code: 0 });
    expect(await namesOf(here, id)).toEqual(["changed there"]);
    expect(await namesOf(there, id)).toEqual([]);
    expect([await caller(home(), secret), await caller(away(), secret)]).toEqual([id, null]);
    await rename(here, id, "changed here");
    expect([await leftIn(here), await leftIn(there)]).toEqual([[], []]);

    expect(await move(id)).toMatchObject({ code: 0 });
    expect(await move(id, "--confirm")).toMatchObject({ code: 0 });
    expect(await namesOf(there, id)).toEqual(["changed here"]);
    expect([await namesOf(here, id), await namesOf(here, other.id)]).toEqual([[], ["stays"]]);
    expect([await leftIn(here), await leftIn(there)]).toEqual([[], []]);
    await rename(there, id, "goes on");
    expect((await move(id, "--back")).err).toBe(`Merchant ${id} is not being moved.\n`);
  });

  test("the rows of a transaction that ends late are not lost: the stop is called off", async () => {
    const { id, secret } = await newMerchant();
    let free = () => {};
    const held = new Promise<void>((resolve) => {
      free = resolve;
    });
    let writing: Promise<unknown> | undefined;
    // begins to write after the fences are there, and before the calls are stopped
    const audit = async () => {
      await new Promise<void>((begun) => {
        writing = here.begin(async (sql) => {
          await sql`update stores set name = 'late' where merchant_id = ${id}`;
          begun();
          await held;
        });
      });
      return [];
    };
    await expect(moveMerchant({ ...moveOf(id), pauseMs: 500, audit })).rejects.toThrow(
      "A transaction that began before the stop has not ended.",
    );
    expect([await caller(home(), secret), await caller(away(), secret)]).toEqual([
      id,
      "This merchant is being moved to another address, please try again.",
    ]);
    free();
    await writing;
    expect(await move(id)).toMatchObject({ code: 0 });
    expect(await namesOf(there, id)).toEqual(["late"]);
    await confirmMove(moveOf(id));
  });

  test("the control: without the fence a process that knows of no stop loses a write", async () => {
    const { id } = await newMerchant();
    const audit = async () => {
      for (const name of ["", "_deleted"])
        await here.unsafe(`drop trigger stampbook_move_${id}${name} on stores`);
      return [];
    };
    await moveMerchant({ ...moveOf(id), audit });
    await rename(here, id, "lost");
    expect([await namesOf(here, id), await namesOf(there, id)]).toEqual([["lost"], ["Kemang"]]);
    await confirmMove(moveOf(id));
  });

  test("a copy that differs is not switched to, and a move is given up", async () => {
    const { id, secret } = await newMerchant();
    const audit = async () => {
      await there.begin(async (sql) => {
        await sql`set local session_replication_role = replica`;
        await sql`update stores set name = 'differs' where merchant_id = ${id}`;
      });
      return [];
    };
    await expect(moveMerchant({ ...moveOf(id), audit })).rejects.toThrow("differ: stores.");
    expect(await caller(home(), secret)).toBe(id);
    const broken = async () => ["stamps: 1 too many"];
    await expect(moveMerchant({ ...moveOf(id), audit: broken })).rejects.toThrow("1 too many");
    await moveBack(moveOf(id));
    expect([await leftIn(here), await leftIn(there)]).toEqual([[], []]);
    expect(await namesOf(there, id)).toEqual([]);
  });

  test.each([
    ["while it copies", "open", "stopped"],
    ["while the calls were stopped", "stopped", "stopped"],
    ["right after the switch", "stopped", "open"],
  ])("a command that was killed %s is run again", async (_, state, other) => {
    const { id, secret } = await newMerchant();
    const killed = async () => {
      throw new Error("killed");
    };
    await expect(moveMerchant({ ...moveOf(id), audit: killed })).rejects.toThrow("killed");
    if (other === "open")
      await there`select pg_create_logical_replication_slot(${`stampbook_return_${id}`}, 'pgoutput')`;
    await here`update merchant_moves set state = ${state}`;
    await there`update merchant_moves set state = ${other}`;
    expect(await move(id)).toMatchObject({ code: 0 });
    expect(await caller(away(), secret)).toBe(id);
    await rename(there, id, "new");
    await moveBack(moveOf(id));
    expect(await namesOf(here, id)).toEqual(["new"]);
    expect([await leftIn(here), await leftIn(there)]).toEqual([[], []]);
  });

  test("what is refused before anything is changed", async () => {
    const staff = [{ email: "bob@example.com", name: "Bob", role: "owner" }];
    const { id, store } = await newMerchant(home(), { staff });
    const theirs = await newMerchant(away(), { staff });
    await there`update stores set id = ${store} where merchant_id = ${theirs.id}`;
    const said = async (...args: string[]) => {
      const { code, err } = await run(...args);
      expect(code).not.toBe(0);
      return err;
    };
    const clashes = await said("--merchant", String(id));
    expect(clashes).toContain(
      `Another merchant of the other database has a store with the id ${store}.`,
    );
    expect(clashes).toContain("bob@example.com has another account in the other database");
    expect(await said("--merchant", "4000")).toContain(
      "There is no merchant 4000 in this database.",
    );
    await newMerchantWithId(theirs.id);
    expect(await said("--merchant", String(theirs.id))).toContain(
      `The other database has a merchant ${theirs.id} already.`,
    );
    expect(await said("--merchant", String(id), "--from", away())).toContain(
      "Both addresses are of the same database.",
    );
    expect(await said("--merchant", String(id), "--confirm")).toContain("is not being moved");
    await there`update drizzle.__drizzle_migrations set hash = hash || 'x'
      where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`;
    expect(await said("--merchant", String(id))).toContain("different migrations");
    await there`update drizzle.__drizzle_migrations set hash = rtrim(hash, 'x')`;
    const verifier = "pin$0badcafe$x";
    await there`insert into staff_pins (merchant_id, user_id, id, verifier)
      select merchant_id, user_id, 'p', ${verifier} from staff_members where merchant_id = ${theirs.id}`;
    const free = await newMerchant();
    expect(await said("--merchant", String(free.id))).toContain(
      "1 PIN(s) made with a key that is not set",
    );
    expect([await leftIn(here), await leftIn(there)]).toEqual([[], []]);
  });
});

const moveOf = (merchantId: number): Move => ({
  merchantId,
  from: home(),
  to: away(),
  address: null,
  pauseMs: 5_000,
  drainMs: 0,
  audit: async () => [],
  checkKeys: async () => [],
  onStep: () => {},
});

async function newMerchantWithId(id: number) {
  await here`insert into merchants (id, name, country, timezone, currency)
    values (${id}, 'Same', 'ID', 'Asia/Jakarta', 'IDR')`;
}
