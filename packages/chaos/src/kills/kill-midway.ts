import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { GuessOrder } from "./guess.ts";

/** How often a process printed each word before it was killed, by word and customer. */
export type LastWords = Record<GuessWord, Map<number, number>>;

const words = ["looking", "pin", "password", "otp", "answered"] as const;
type GuessWord = (typeof words)[number];

const MOST_WORDS = 16;

/**
 * Runs a process that guesses. After a random number of printed events, kills the process as soon as a try of
 * a PIN or password is counted but not answered. Throws if the process ends before it is killed.
 */
export async function killMidway(program: string, order: GuessOrder): Promise<LastWords> {
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ["ignore", "pipe", "inherit"],
    // Hundreds of processes start, so they share the compiled program. The cache is removed with the program.
    env: { NODE_COMPILE_CACHE: join(dirname(program), "compiled") },
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once("close", (_, signal) => resolve(signal)),
  );
  const said: LastWords = {
    looking: new Map(),
    pin: new Map(),
    password: new Map(),
    otp: new Map(),
    answered: new Map(),
  };
  let left = 1 + Math.floor(Math.random() * MOST_WORDS);
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, customer] = line.split(" ");
    const of = said[words.find((each) => each === word) ?? "answered"];
    of.set(Number(customer), (of.get(Number(customer)) ?? 0) + 1);
    if (--left <= 0 && isMidway(said)) child.kill("SIGKILL");
  }
  if ((await ended) !== "SIGKILL") throw new Error("A process ended before it was killed.");
  return said;
}

/** Whether a try of a PIN or a password is counted, but its guesser has no response yet. */
export function isMidway({ looking, answered }: LastWords): boolean {
  return total(looking) > total(answered);
}

export function total(counts: ReadonlyMap<number, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
