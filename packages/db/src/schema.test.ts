import { readdirSync, readFileSync } from "node:fs";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { expect, it } from "vitest";
import { casing } from "./casing.ts";
import * as schema from "./schema/index.ts";

const meta = new URL("../migrations/meta/", import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, meta), "utf8"));

it("is what the migrations make: none is missing", async () => {
  const number = String(read("_journal.json").entries.at(-1).idx).padStart(4, "0");
  const snapshots = readdirSync(meta).filter((name) => name.endsWith("_snapshot.json"));
  expect(snapshots, "delete the older snapshots").toEqual([`${number}_snapshot.json`]);
  const last = read(`${number}_snapshot.json`);
  const lacking = await generateMigration(
    last,
    generateDrizzleJson(schema, last.id, undefined, casing),
  );
  expect(lacking, "run pnpm --filter @stampbook/db generate --name what_it_does").toEqual([]);
});
