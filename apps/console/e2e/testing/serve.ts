// Starts what the browser tests need: a database server, and for each world (`worlds.ts`) a database with the
// merchants of merchant.ts, a mail server, the API, and the console in front.
import { randomBytes } from "node:crypto";
import { createTestDatabase, createTestTemplate } from "@stampbook/db/testing";
import startDatabases from "@stampbook/db/testing/global-setup";
import { startMailServer } from "./mail-server.ts";
import { exampleMerchant, merchantWithPins } from "./merchant.ts";
import { importMerchant, runUntilStopped } from "./up.ts";
import { type World, worlds } from "./worlds.ts";

const stopDatabases = await startDatabases();
const SECRET_KEY = randomBytes(32).toString("base64");
const imported = await createTestTemplate(async ({ url }) => {
  const env = { ...process.env, DATABASE_URL: url, SECRET_KEY };
  for (const merchant of [exampleMerchant(), merchantWithPins()]) importMerchant(merchant, env);
});

async function prepare({ port, apiPort, baseURL }: World) {
  const { url, close } = await createTestDatabase({ template: imported });
  const env = {
    ...process.env,
    DATABASE_URL: url,
    SECRET_KEY,
    CONSOLE_PORT: port,
    API_PORT: apiPort,
    API_URL: "",
    PUBLIC_URL: baseURL,
    // the tests name their own addresses (`test.ts`), as a proxy before the console would
    TRUSTED_PROXIES: "127.0.0.1",
    LOG_LEVEL: "error",
    // longer than production's 10 s, because a sign-in takes longer on a busy machine
    REQUEST_DEADLINE_MS: "50000",
    PAGE_READ_MS: "10000",
    SMTP_URL: await startMailServer(apiPort),
    MAIL_FROM: "Kopi Kemang <hello@kopi-kemang.example>",
  };
  return { env, close };
}

const prepared = await Promise.all(worlds.map(prepare));
const code = await runUntilStopped(...prepared.map(({ env }) => env));
for (const { close } of [...prepared, imported]) await close();
await stopDatabases();
process.exit(code);
