import { spawn } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "../../src/cli/run-command.ts";
import { readEnv } from "../../src/env.ts";
import { environment } from "../server-process.ts";
import { listener } from "./office.ts";

/** The command line, as production runs it. */
export const program = fileURLToPath(new URL("../../../../bin/stampbook", import.meta.url));
/** The environment that `program` needs: it takes Node from the path. */
export const withNode = {
  ...environment,
  PATH: dirname(process.execPath) + delimiter + environment.PATH,
};
export const example = fileURLToPath(
  new URL("../../../../examples/merchant.json", import.meta.url),
);

export type Ended = { code: number | null; out: string; err: string };
export type Settings = Readonly<Record<string, string>>;

/** Runs a command in this process. */
export async function stampbook(settings: Settings, ...args: string[]): Promise<Ended> {
  const [out, err] = [listener(), listener()];
  const streams = { out: out.stream, err: err.stream };
  const code = await runCommand(args, { env: () => readEnv(settings), ...streams });
  return { code, out: out.said(), err: err.said() };
}

/** Runs a command in a separate process, in a directory. */
export function spawned(
  { cwd, ...settings }: Settings & { readonly cwd: string },
  ...args: string[]
): Promise<Ended> {
  const child = spawn(program, args, {
    env: { ...withNode, ...settings },
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended: Ended = { code: null, out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    ended.out += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    ended.err += chunk.toString();
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ ...ended, code })));
}
