import { createTestDatabase, openClient, type TestDatabase } from "@stampbook/db/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type House, openHouse } from "../harness.ts";
import { type Browser, deskIn, PASSWORD, type Person } from "./desk.ts";

const NEXT = "canary of a new password";
const RESET = "canary-of-a-reset-link";

/**
 * Ways to make the database fail: a table that statements use is missing, or the database cannot parse a
 * value that was sent.
 */
const faults: readonly (readonly [table: string, fault: string, breaking: string])[] = [
  ...["staff_users", "staff_accounts", "staff_sessions", "staff_verifications"].map(
    (table) => [table, "is not there", `alter table ${table} rename to gone`] as const,
  ),
  ...Object.entries({
    staff_users: "email",
    staff_sessions: "token",
    staff_verifications: "identifier",
  }).map(
    ([table, column]) =>
      [
        table,
        `cannot read what is sent for ${column}`,
        `truncate ${table} cascade; alter table ${table} alter column ${column} type bigint using 0`,
      ] as const,
  ),
];

describe("M8 (T49): while statements of staff's sign-in fail", () => {
  let database: TestDatabase;
  let house: House & { close: () => Promise<void> };
  let who: Person;
  let own: Browser;
  const printed: string[] = [];
  beforeEach(async () => {
    database = await createTestDatabase();
    const lines: string[] = [];
    const stream = { write: (line: string) => lines.push(line) };
    house = { ...(await openHouse(database, { log: { level: "debug", stream } })), log: lines };
    const desk = deskIn(house);
    who = await desk.person("canary@example.com");
    await desk.hire(who, await house.given.merchant(), "owner");
    own = desk.browser();
    expect((await signIn())[0]).toBe(200);
    printed.length = 0;
    for (const name of ["log", "info", "warn", "error", "debug"] as const)
      vi.spyOn(console, name).mockImplementation((...words) => printed.push(words.join(" ")));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await house.close();
  });

  const signIn = () => own.auth("/sign-in/email", { email: who.email, password: PASSWORD });

  it.each(faults)(
    "no value that was sent is in the log where %s %s",
    async (_table, _fault, breaking) => {
      const client = openClient(database.url);
      await client.unsafe(breaking);
      await client.end();
      const cookies = [...own.cookies.values()];
      const statuses: number[] = [];
      const call = async (path: string, body?: object) =>
        statuses.push((await own.auth(path, body))[0]);
      await call("/get-session");
      await call("/list-sessions");
      await call("/update-user", { name: "canary of a name" });
      await call("/change-password", { currentPassword: PASSWORD, newPassword: NEXT });
      await call("/request-password-reset", { email: who.email, redirectTo: "/reset-password" });
      await call("/reset-password", { token: RESET, newPassword: NEXT });
      await call("/revoke-session", { token: "canary-of-a-session" });
      await call("/two-factor/enable", { password: PASSWORD });
      await own.query("staff.me.get");
      await call("/sign-out", {});
      statuses.push((await signIn())[0]);
      expect(statuses).toContain(500);
      const written = [...house.log, ...printed].join("\n");
      expect(written).toContain('"level":50');
      const secrets = cookies.flatMap((value) => [value, decodeURIComponent(value).split(".")[0]]);
      for (const canary of [...secrets, who.id, "canary", PASSWORD, "argon2id", "params:"])
        expect(written).not.toContain(canary);
    },
  );
});
