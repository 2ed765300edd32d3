// Starts the product as docs/operating/ deploys it: TLS in front, NODE_ENV=production, a real PostgreSQL,
// and both processes started as `npm start` starts them.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmptyTestDatabase } from "@stampbook/db/testing";
import startDatabases from "@stampbook/db/testing/global-setup";
import { makeCertificate } from "@stampbook/edge/testing";
import { exampleMerchant } from "../../e2e/testing/merchant.ts";
import { importMerchant, runUntilStopped } from "../../e2e/testing/up.ts";
import { hasNginx, startFront } from "./front.ts";

const home = mkdtempSync(join(tmpdir(), "stampbook-deployed-"));
const port = (name: string) => process.env[`DEPLOYED_${name}_PORT`] ?? "";
const ports = {
  front: port("FRONT"),
  console: port("CONSOLE"),
  api: port("API"),
  inner: port("INNER"),
};

const stopDatabases = await startDatabases();
const database = await createEmptyTestDatabase();
// the example settings of docs/operating/install.md, with this run's ports
const env = {
  ...process.env,
  NODE_ENV: "production" as const,
  DATABASE_URL: database.url,
  SECRET_KEY: randomBytes(32).toString("base64"),
  PUBLIC_URL: `https://127.0.0.1:${ports.front}`,
  TRUSTED_PROXIES: "127.0.0.1",
  CONSOLE_PORT: ports.console,
  API_PORT: ports.api,
  // the console calls the API through nginx, as documented
  API_URL: hasNginx ? `http://127.0.0.1:${ports.inner}` : "",
  REQUIRE_HTTPS: "",
  LOG_LEVEL: "error",
};
importMerchant(exampleMerchant(), env);

const front = startFront(home, ports, makeCertificate(home, "front"));
const code = await runUntilStopped(env);
front?.kill("SIGTERM");
await database.close();
await stopDatabases();
rmSync(home, { recursive: true, force: true });
process.exit(code);
