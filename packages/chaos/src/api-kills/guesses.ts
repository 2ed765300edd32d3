import { setTimeout as sleep } from "node:timers/promises";
import type { OpenHarness } from "@stampbook/core/testing";
import { countedTries, PIN_TRIES, prepareVictims } from "../kills/victims.ts";
import { codeIn, parsed } from "../traffic/compare.ts";
import { type Door, openLine } from "../traffic/line.ts";

/** An attacker who guesses the PINs of several customers at a time, over HTTP. */
export type Guesses = {
  /** Guesses until `isOver` is aborted, or the PINs of all customers are blocked. */
  readonly run: (doors: readonly (() => Door)[], isOver: AbortSignal) => Promise<void>;
  /** How many guesses were answered with `invalid_pin`. */
  readonly toldWrong: () => number;
  /** Describes each customer with more `invalid_pin` answers than counted tries, or than `PIN_TRIES`. */
  readonly judge: () => Promise<string[]>;
};

const PATIENCE_MS = 15_000;
const AT_ONCE = 4;
const PAUSE_MS = 20;

/** Creates customers with a PIN that no guess matches. */
export async function openGuesses(harness: OpenHarness, customers: number): Promise<Guesses> {
  const victims = await prepareVictims(harness, customers);
  const secret = harness.deps.secrets.newTokenSecret();
  await harness.given.token(victims.merchant, {
    secret,
    hash: harness.deps.secrets.hashToken(secret),
  });
  const told = new Map<number, number>();
  const left = [...victims.customers];
  const headers = { Authorization: `Token ${secret}`, "X-Forwarded-Proto": "https" };

  /** Guesses one customer's PIN until the PIN is blocked, or `isOver` is aborted. */
  async function guessAt(customer: number, doors: readonly (() => Door)[], isOver: AbortSignal) {
    const lines = doors.map((door) => openLine(door, PATIENCE_MS));
    const body = JSON.stringify({ user: customer, pin: "000000" });
    for (let tries = 0; !isOver.aborted; tries++) {
      const tried = await lines[tries % lines.length]?.send({
        path: "/api/pin/validate",
        headers,
        body,
      });
      const code = tried && !("lost" in tried) ? codeIn(parsed(tried.body)) : null;
      if (code === "invalid_pin") told.set(customer, (told.get(customer) ?? 0) + 1);
      if (code === "pin_blocked") break;
      if (code !== "invalid_pin") await sleep(PAUSE_MS);
    }
    for (const line of lines) line.close();
  }

  return {
    run: async (doors, isOver) => {
      const guess = async () => {
        for (let next = left.pop(); next !== undefined && !isOver.aborted; next = left.pop())
          await guessAt(next, doors, isOver);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, guess));
    },
    toldWrong: () => [...told.values()].reduce((sum, count) => sum + count, 0),
    judge: async () => {
      const counted = await countedTries(harness, victims);
      return [...told].flatMap(([customer, wrong]) => {
        const known = counted.get(customer)?.pin ?? 0;
        return [
          ...(wrong > PIN_TRIES ? [`customer ${customer}: ${wrong} guesses before the block`] : []),
          ...(wrong > known ? [`customer ${customer}: ${wrong} told, ${known} counted`] : []),
        ];
      });
    },
  };
}
