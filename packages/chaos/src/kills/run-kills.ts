import { type OpenHarness, openOwnHarness } from "@stampbook/core/testing";
import { bundle } from "./bundle.ts";
import type { GuessOrder } from "./guess.ts";
import { guessToTheEnd } from "./guess-to-the-end.ts";
import { isMidway, killMidway, type LastWords, total } from "./kill-midway.ts";
import {
  countedTries,
  PIN_TRIES,
  prepareVictims,
  SECRET_KEY,
  type Tries,
  type Victims,
} from "./victims.ts";

export type KillsReport = {
  /** Processes ended by kill -9. */
  readonly kills: number;
  /** Kills while a PIN or a password was verified: the try was counted, and no response was sent. */
  readonly midway: number;
  /** Guesses known to have been evaluated before a process died. */
  readonly evaluated: {
    readonly pins: number;
    readonly passwords: number;
    readonly otps: number;
  };
  /** Describes the guesses that were not counted, and customers with more PIN guesses than `PIN_TRIES`. */
  readonly faults: readonly string[];
  readonly seconds: number;
};

export type KillsOptions = {
  /** The number of kills during a verification after which the run ends. */
  readonly times: number;
  readonly variant?: GuessOrder["variant"];
};

/** Processes that run at the same time. Each guesses at its own customers. */
const LANES = 2;
/** How far each process's clock is ahead of the previous one's. After 120 s an undecided try is wrong. */
const LATER_MS = 121_000;

/**
 * Starts and kills guessing processes, `LANES` at a time, each during a verification. Then guesses every PIN
 * until the PIN is blocked. A fault is a customer with more evaluated guesses than counted tries, or with
 * more evaluated PINs than `PIN_TRIES`.
 */
export async function runKills({ times, variant = "ours" }: KillsOptions): Promise<KillsReport> {
  const began = performance.now();
  const harness = await openOwnHarness();
  const program = await bundle(new URL("./guess.ts", import.meta.url));
  try {
    const victims = await prepareVictims(harness, 2 * times);
    const words: LastWords[] = [];
    let begun = 0;
    let midway = 0;
    const killInLane = async (_: unknown, lane: number) => {
      const customers = victims.customers.filter((_, at) => at % LANES === lane);
      // an `answered` event may arrive between the last check and the kill: that kill does not count
      while (midway < times) {
        const last = await killMidway(program.file, {
          url: harness.open.url,
          secretKey: SECRET_KEY,
          merchant: victims.merchant,
          customers,
          variant,
          tokenId: ++begun,
          clockOffsetMs: begun * LATER_MS,
        });
        words.push(last);
        if (isMidway(last)) midway++;
      }
    };
    await Promise.all(Array.from({ length: LANES }, killInLane));
    const after = { variant, clockOffsetMs: (begun + 1) * LATER_MS };
    const faults = await judge(harness, victims, words, after);
    return {
      kills: words.length,
      midway,
      evaluated: {
        pins: words.reduce((sum, { pin }) => sum + total(pin), 0),
        passwords: words.reduce((sum, { password }) => sum + total(password), 0),
        otps: words.reduce((sum, { otp }) => sum + total(otp), 0),
      },
      faults,
      seconds: (performance.now() - began) / 1_000,
    };
  } finally {
    await program.remove();
    await harness.close();
  }
}

const names: Readonly<Record<keyof Tries, string>> = {
  pin: "PINs",
  password: "passwords",
  otp: "OTPs",
};

async function judge(
  harness: OpenHarness,
  victims: Victims,
  words: readonly LastWords[],
  after: { readonly variant: GuessOrder["variant"]; readonly clockOffsetMs: number },
): Promise<string[]> {
  const counted = await countedTries(harness, victims);
  const more = await guessToTheEnd(harness, victims, after);
  const evaluated = (word: keyof Tries, customer: number) =>
    words.reduce((sum, said) => sum + (said[word].get(customer) ?? 0), 0);
  return victims.customers.flatMap((customer) => {
    const givenBack = Object.entries(names).flatMap(([word, name]) => {
      const seen = evaluated(word as keyof Tries, customer);
      const known = counted.get(customer)?.[word as keyof Tries] ?? 0;
      return seen > known
        ? [`customer ${customer}: ${seen} ${name} evaluated, ${known} counted`]
        : [];
    });
    const inAll = evaluated("pin", customer) + (more.get(customer) ?? 0);
    return [
      ...givenBack,
      ...(inAll > PIN_TRIES ? [`customer ${customer}: ${inAll} PINs before the block`] : []),
    ];
  });
}
