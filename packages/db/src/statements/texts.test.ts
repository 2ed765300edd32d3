import postgres from "postgres";
import { expect, test } from "vitest";
import { connect, lookAtTexts, problemOfTexts } from "../index.ts";
import { createEmptyTestDatabase } from "../testing/index.ts";

const good = { encoding: "UTF8", locale: "C", version: null, versionNow: null };

test("F6: a database that sorts by another version than its indexes is named", () => {
  expect(problemOfTexts(good)).toBeNull();
  expect(problemOfTexts({ ...good, version: "2.36", versionNow: "2.36" })).toBeNull();
  expect(
    problemOfTexts({ ...good, locale: "de_DE.utf8", version: "2.31", versionNow: "2.36" }),
  ).toMatch(/^the locale de_DE.utf8 sorts by version 2.36 now, .* built with 2.31: .*REINDEX/);
});

test("F6: a database of another encoding than UTF8 is named", () => {
  expect(problemOfTexts({ ...good, encoding: "LATIN1" })).toMatch(/encoding is LATIN1: .*UTF8/);
});

test("a database's texts are read", async () => {
  const { url, close } = await createEmptyTestDatabase();
  const name = new URL(url).pathname.slice(1);
  const admin = postgres(url, { max: 1 });
  const open = await connect({ url }, { connections: 1, migrate: false });
  expect(await lookAtTexts(open.db)).toEqual(good);
  // a locale without a version gets one, as after a change of the operating system
  await admin.unsafe(
    `update pg_database set datcollversion = '1' where datname = '${name.replaceAll("'", "''")}'`,
  );
  expect(problemOfTexts(await lookAtTexts(open.db))).toMatch(/^the locale C sorts by version null/);
  await open.close();
  await admin.end();
  await close();
});
