import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { product } from "../../test/testing/product.ts";

const { root, node, user } = product;

/** Imports a merchant with the command line, into the database of `env`. Throws if it is refused. */
export function importMerchant(merchant: object, env: NodeJS.ProcessEnv): void {
  const home = mkdtempSync(join(tmpdir(), "stampbook-import-"));
  chmodSync(home, 0o755);
  const file = join(home, "merchant.json");
  writeFileSync(file, JSON.stringify(merchant));
  const args = [join(root, "apps/api/dist/stampbook.js"), "import", file];
  const options = { env, cwd: root, encoding: "utf8", ...user } as const;
  const { status, stdout, stderr } = spawnSync(node, args, options);
  rmSync(home, { recursive: true });
  if (status !== 0) throw new Error(`The merchant was not imported:\n${stdout}${stderr}`);
}

/**
 * Runs the API and the console as `npm start` does, once for each environment, until this process gets a
 * signal or one of them ends. Returns the highest exit code.
 */
export async function runUntilStopped(...envs: readonly NodeJS.ProcessEnv[]): Promise<number> {
  const running = envs.map((env) =>
    spawn(node, [join(root, "scripts/up.mjs")], { env, cwd: root, stdio: "inherit", ...user }),
  );
  const stop = () => {
    for (const up of running) up.kill("SIGTERM");
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
  const codeOf = async (up: ChildProcess): Promise<number> => {
    const [code] = await once(up, "exit");
    stop();
    return code ?? 1;
  };
  return Math.max(...(await Promise.all(running.map(codeOf))));
}
