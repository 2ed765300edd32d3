import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createEmptyTestDatabase,
  type EmptyTestDatabase,
  openClient,
  openFillClient,
} from "../testing/index.ts";
import { readMigrations } from "./files.ts";
import { migrate } from "./migrate.ts";

let empty: EmptyTestDatabase;
beforeAll(async () => {
  empty = await createEmptyTestDatabase();
});
afterAll(() => empty?.close());

test("a token with all scopes keeps those of its time, and others stay as they are", async () => {
  const all = readMigrations();
  const adding = all.findIndex(({ name }) => name === "0022_scopes_of_reading");
  const client = openClient(empty.url, 1);
  const connectAgain = () => openClient(empty.url, 1);
  const apply = (until?: number) =>
    migrate(client, { migrations: all.slice(0, until), connectAgain, onWait: () => {} });
  await apply(adding);
  const fill = await openFillClient(empty.url);
  await fill`insert into api_tokens (merchant_id, id, name, prefix, secret_hash, scopes)
    values (1, 1, 'Till', 'p', 'one', '{*}'), (1, 2, 'Web', 'p', 'two', '{redemptions,pin}')`;
  await apply();
  const tokens = await fill`select scopes from api_tokens order by id`;
  expect(tokens.map(({ scopes }) => scopes)).toEqual([
    [
      ...["redemptions", "vouchers", "transactions", "programme", "stamps", "members"],
      ...["members.write", "members.identity", "members.manage", "vouchers.issue"],
      ...["pin", "password", "otp", "bookings"],
    ],
    ["redemptions", "pin"],
  ]);
  await Promise.all([fill.end(), client.end()]);
});
