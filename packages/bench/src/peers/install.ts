import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { surroundings } from "../stage/start-node.ts";

/** A peer to install: its npm packages, with exact versions, and its own files. */
export type Recipe = {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, string>>;
  /** Further files, by name. */
  readonly files: Readonly<Record<string, string>>;
};

/** Installs a peer from npm, outside the workspace. Reuses an earlier installation of the same versions. */
export function installPeer({ name, files, ...versions }: Recipe): string {
  const directory = join(tmpdir(), "stampbook-peers", name);
  mkdirSync(directory, { recursive: true });
  const manifest = JSON.stringify({ name: `peer-${name}`, private: true, ...versions });
  const installed = join(directory, "installed");
  writeFileSync(join(directory, "package.json"), manifest);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(directory, file), text);
  if (existsSync(installed) && readFileSync(installed, "utf8") === manifest) return directory;
  console.log(`  installing ${name} from npm`);
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: directory,
    env: surroundings(),
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  writeFileSync(installed, manifest);
  return directory;
}
