import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A Node process that prints where it listens. */
export type RunningNode = {
  readonly pid: number;
  readonly port: number;
  /** How the process ended; null while it runs. */
  readonly ended: () => string | null;
  readonly stop: () => Promise<void>;
  /** Kills the process without warning, like a crash. */
  readonly kill9: () => Promise<void>;
};

export type NodeProgram = {
  readonly file: string;
  readonly args?: readonly string[];
  /** Node's own options. */
  readonly options?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly directory?: string;
  /** A command that starts Node elsewhere, such as in another network namespace. */
  readonly through?: readonly string[];
  /** The file for the output of the process. */
  readonly log: string;
};

const PATIENCE_MS = 60_000;
const ADDRESS = /http:\/\/[\d.]+:(\d+)/;

/**
 * Starts a program in a separate process, and waits until the process prints its address to the log. Throws
 * if the process ends, or prints no address within a minute.
 */
export async function startNode(program: NodeProgram): Promise<RunningNode> {
  const from = performance.now();
  const output = openSync(program.log, "w");
  const [command = process.execPath, ...words] = [
    ...(program.through ?? []),
    process.execPath,
    ...(program.options ?? []),
    program.file,
    ...(program.args ?? []),
  ];
  const child = spawn(command, words, {
    stdio: ["ignore", output, output],
    cwd: program.directory,
    env: { ...inherited(), ...program.env },
  });
  closeSync(output);
  const exited = once(child, "exit");
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  const running = {
    pid: child.pid ?? 0,
    ended: () =>
      child.exitCode === null && child.signalCode === null
        ? null
        : `${child.signalCode ?? `exit code ${child.exitCode}`}`,
    stop: () => end("SIGTERM"),
    kill9: () => end("SIGKILL"),
  };
  const leave = () => child.kill("SIGKILL");
  process.once("exit", leave);
  child.once("exit", () => process.off("exit", leave));
  while (running.ended() === null) {
    const port = ADDRESS.exec(readFileSync(program.log, "utf8"))?.[1];
    if (port) return { ...running, port: Number(port) };
    if (performance.now() - from > PATIENCE_MS) break;
    await sleep(2);
  }
  child.kill("SIGKILL");
  throw new Error(
    `${program.file} did not start:\n${readFileSync(program.log, "utf8").slice(-2_000)}`,
  );
}

/** Variables for finding programs and directories, without settings of the service. */
export function inherited(): Record<string, string> {
  const kept = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SystemRoot", "LANG"];
  return Object.fromEntries(
    kept.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
