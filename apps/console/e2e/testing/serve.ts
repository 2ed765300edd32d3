// Starts what the browser tests need: a new database with the merchants of merchant.ts, a mail server, the
// API, and the console in front.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { embeddedTemplate } from "@stampbook/db/testing";
import { startMailServer } from "./mail-server.ts";
import { exampleMerchant, merchantWithPins } from "./merchant.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "stampbook-e2e-"));
const env = {
  ...process.env,
  STAMPBOOK_DATA: join(home, "data"),
  LOG_LEVEL: "error",
  // longer than production's 10 s, because a sign-in takes longer on a busy machine
  REQUEST_DEADLINE_MS: "50000",
  PAGE_READ_MS: "10000",
  SMTP_URL: await startMailServer(),
  MAIL_FROM: "Kopi Kemang <hello@kopi-kemang.example>",
};

// The merchants' database. The first world of a run (`worlds.ts`: a console, API and database) imports it,
// and the others copy it. Playwright starts one world after the other, so the copy is complete by then.
const { E2E_IMPORTED: imported } = process.env;
const isFirst = !imported || !existsSync(imported);
if (isFirst) await importMerchants();
else cpSync(imported, env.STAMPBOOK_DATA, { recursive: true });
if (isFirst && imported) cpSync(env.STAMPBOOK_DATA, imported, { recursive: true });

const up = spawn(process.execPath, [join(root, "scripts/up.mjs")], { env, stdio: "inherit" });
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => up.kill("SIGTERM"));
up.on("exit", (code) => {
  rmSync(home, { recursive: true, force: true });
  if (isFirst && imported) rmSync(imported, { recursive: true, force: true });
  process.exit(code ?? 1);
});

async function importMerchants() {
  // Copies a ready database, because creating one takes longer than importing a merchant. Other tests cover
  // the start on an empty directory.
  cpSync(await embeddedTemplate(), env.STAMPBOOK_DATA, { recursive: true });
  for (const [name, merchant] of Object.entries({
    example: exampleMerchant(),
    pins: merchantWithPins(),
  })) {
    const file = join(home, `${name}.json`);
    writeFileSync(file, JSON.stringify(merchant));
    const args = [join(root, "apps/api/dist/stampbook.js"), "import", file];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
    if (status !== 0) throw new Error(`${name} was not imported:\n${stdout}${stderr}`);
  }
}
