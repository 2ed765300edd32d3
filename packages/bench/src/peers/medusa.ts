import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Stage } from "../stage/stage.ts";
import { type RunningNode, startNode } from "../stage/start-node.ts";
import { databaseBeside } from "./database.ts";
import { installPeer } from "./install.ts";

const VERSION = "2.21.1";
const ADMIN = { email: "admin@example.com", password: "supersecret" };

const config = `const { defineConfig } = require("@medusajs/framework/utils");

module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { pool: { min: 0, max: 8 } },
    http: {
      storeCors: "http://127.0.0.1:8000", adminCors: "http://127.0.0.1:9000", authCors: "http://127.0.0.1:9000",
      jwtSecret: "a secret of the bench", cookieSecret: "a secret of the bench",
    },
  },
  plugins: [{ resolve: "@medusajs/loyalty-plugin", options: {} }],
});
`;

// Medusa's command prints no address in production, so this launcher prints it once Medusa answers
const launcher = `const port = process.argv[2];
process.argv = [process.argv[0], "medusa", "start", "--port", port, "--host", "127.0.0.1"];
require("@medusajs/cli/cli.js");
const ask = () => fetch("http://127.0.0.1:" + port + "/health").then(
  (answer) => (answer.ok ? console.log("\\nready on http://127.0.0.1:" + port) : setTimeout(ask, 100)),
  () => setTimeout(ask, 100),
);
ask();
`;

/** Medusa with store credit: one account per connection, and one with a long history. */
export type Medusa = {
  readonly server: RunningNode;
  readonly token: string;
  readonly accounts: readonly string[];
  readonly longHistory: string;
};

export async function startMedusa(
  stage: Stage,
  { port, accounts, history }: { port: number; accounts: number; history: number },
): Promise<Medusa> {
  const directory = installPeer({
    name: "medusa",
    dependencies: Object.fromEntries(
      ["medusa", "framework", "cli", "loyalty-plugin"].map((name) => [
        `@medusajs/${name}`,
        VERSION,
      ]),
    ),
    files: { "medusa-config.js": config, "launch.js": launcher },
  });
  const { url, sql } = await databaseBeside(stage, "medusa");
  const env = { NODE_ENV: "production", DATABASE_URL: url, MEDUSA_DISABLE_TELEMETRY: "true" };
  const medusa = (...args: string[]) =>
    promisify(execFile)(process.execPath, ["node_modules/@medusajs/cli/cli.js", ...args], {
      cwd: directory,
      env: { ...env, PATH: "", HOME: directory },
      maxBuffer: 64 * 1024 * 1024,
    });
  await medusa("db:migrate", "--execute-safe-links");
  await medusa("user", "-e", ADMIN.email, "-p", ADMIN.password);
  const server = await startNode({
    file: join(directory, "launch.js"),
    args: [String(port)],
    directory,
    log: join(stage.directory, "medusa.log"),
    env,
  });
  const token = String((await post(port, "/auth/user/emailpass", "", ADMIN)).token);
  const made: string[] = [];
  for (let at = 0; at <= accounts; at++) made.push(await openAccount(port, token));
  const [longHistory = "", ...others] = made;
  await sql`insert into store_credit_account_transaction
    select (jsonb_populate_record(t, jsonb_build_object('id', t.id || n, 'amount', 1,
      'raw_amount', jsonb_build_object('value', '1', 'precision', 20)))).*
    from store_credit_account_transaction t, generate_series(1, ${history}) n
    where t.account_id = ${longHistory}`;
  await sql`vacuum analyze`;
  await sql.end();
  return { server, token, accounts: others, longHistory };
}

async function openAccount(port: number, token: string): Promise<string> {
  const path = "/admin/store-credit-accounts";
  const { store_credit_account } = await post(port, path, token, { currency_code: "usd" });
  const { id } = store_credit_account as { readonly id: string };
  await post(port, `${path}/${id}/credit`, token, { amount: 10_000_000 });
  return id;
}

async function post(port: number, path: string, token: string, body: unknown) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Readonly<Record<string, unknown>>;
}
