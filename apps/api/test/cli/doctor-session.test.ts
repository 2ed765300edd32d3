import { createEmptyTestDatabase, openClient } from "@stampbook/db/testing";
import { expect, test } from "vitest";
import { lookAtSettings } from "../../src/cli/doctor/look-at-server.ts";
import { stampbook } from "./stampbook.ts";

const SECRET_KEY = "a key for the tests of the command line";

test("doctor names what the database sets: what is in the way, and what may be on purpose", async () => {
  const { url, close } = await createEmptyTestDatabase();
  const client = openClient(url);
  const set = (setting: string) =>
    client.unsafe(`alter database ${new URL(url).pathname.slice(1)} set ${setting}`);
  const session = async (address = url) => {
    const { out } = await stampbook({ DATABASE_URL: address, SECRET_KEY }, "doctor");
    return /^(ok|fix) +session +(.+(?:\n {17}.+)*)$/m.exec(out)?.slice(1) ?? [];
  };

  await set("work_mem = '16MB'");
  // our own connections set it
  await set("datestyle = 'SQL, DMY'");
  const [state, says = ""] = await session();
  expect(state).toBe("ok");
  expect(says).toMatch(/^( +|.+\n +)?the role or the database also sets work_mem=16MB$/m);

  await set("enable_nestloop = off");
  expect(await session()).toEqual(["fix", expect.stringMatching(/^enable_nestloop = off: calls/)]);
  await set("enable_nestloop = on");
  await set("join_collapse_limit = 1");
  expect(await session()).toEqual([
    "fix",
    expect.stringMatching(/^join_collapse_limit = 1: calls/),
  ]);
  await set("join_collapse_limit = 8");
  await set("default_transaction_read_only = on");
  expect(await session()).toEqual([
    "fix",
    expect.stringMatching(/^default_transaction_read_only = on: calls fail/),
  ]);

  const pooled = { DATABASE_URL: `${url}?prepare=false`, SECRET_KEY };
  expect((await stampbook(pooled, "doctor")).out).toMatch(
    /^fix +timeouts .*:\n +ALTER ROLE "\w+" SET jit = off;\n +ALTER ROLE "\w+" SET datestyle = 'ISO';$/m,
  );
  await client.end();
  await close();
});

test("doctor reports in production what can lose calls that were acknowledged", () => {
  const found = { failing: [], careless: ["synchronous_commit = off"], own: [] };
  const says = "synchronous_commit = off: for trials only, since data can be lost or tables grow";
  expect(lookAtSettings({ production: true }, found)).toEqual({ ok: false, of: "session", says });
  expect(lookAtSettings({ production: false }, found)).toEqual({ ok: true, of: "session", says });
});
