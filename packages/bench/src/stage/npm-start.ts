import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "@stampbook/db/testing";
import { surroundings } from "./start-node.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const PATIENCE_MS = 300_000;
const CALL = /curl -X POST (\S+) -H 'Authorization: (Token [^']+)'.* -d '([^']+)'/;

/** A clone of the repository, and a home directory for npm. Until the first start, it has no caches. */
export type Clone = {
  /** Times `npm start` on new data, in ms, until the call that it prints has redeemed a voucher. */
  readonly start: () => Promise<number>;
  readonly remove: () => void;
};

/** Clones the committed files. */
export function cloneRepository(): Clone {
  const place = mkdtempSync(join(tmpdir(), "stampbook-start-"));
  const [repository, home] = [join(place, "stampbook"), join(place, "home")];
  execFileSync("git", ["clone", "--quiet", "--depth=1", `file://${root}`, repository]);
  let starts = 0;
  return {
    start: async () => {
      const [api, console] = [await freePort(), await freePort()];
      return timeStart(repository, {
        ...surroundings(),
        HOME: home,
        USERPROFILE: home,
        STAMPBOOK_DATA: join(place, `data-${++starts}`),
        API_PORT: String(api),
        CONSOLE_PORT: String(console),
      });
    },
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}

async function timeStart(repository: string, env: Record<string, string>): Promise<number> {
  const from = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: repository,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  const ended = once(child, "exit");
  const late = setTimeout(() => child.kill("SIGTERM"), PATIENCE_MS);
  let said = "";
  try {
    const call = await new Promise<RegExpExecArray>((found, fail) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk: Buffer) => {
          said += chunk;
          const match = CALL.exec(said);
          if (match) found(match);
        });
      ended.then(() => fail(new Error(`npm start ended:\n${said.slice(-2_000)}`)), fail);
    });
    const [, url = "", authorization = "", body = ""] = call;
    const headers = { Authorization: authorization, "Content-Type": "application/json" };
    const answer = await fetch(url, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(`The first redemption failed: ${await answer.text()}`);
    return performance.now() - from;
  } finally {
    clearTimeout(late);
    child.kill("SIGTERM");
    await ended;
  }
}
