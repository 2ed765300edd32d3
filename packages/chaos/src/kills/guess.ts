// A process that guesses PINs, passwords and one-time passwords, several at once, until it is killed. It
// prints each event immediately, so that a kill loses no event:
// `looking <customer>`: the try of a PIN or password is counted, and its verifier was read.
// `pin`, `password` or `otp <customer>`: the guess is known to be wrong.
// `answered <customer>`: the guesser of a PIN or password has the response.

import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import type { CoreContext, Merchant } from "@stampbook/core/context";
import { Failure } from "@stampbook/core/failures";
import { createSecrets } from "@stampbook/core/secrets";
import { createBatcher } from "@stampbook/core/writing";
import { connect, createIds } from "@stampbook/db";
import { ours } from "./guessers.ts";
import { naive } from "./naive.ts";

/** The task of the process. */
export type GuessOrder = {
  readonly url: string;
  readonly secretKey: string;
  readonly merchant: Merchant;
  readonly customers: readonly number[];
  readonly variant: "ours" | "naive";
  readonly tokenId: number;
  readonly clockOffsetMs: number;
};

const AT_ONCE = 6;
const STDOUT = 1;

const order: GuessOrder = JSON.parse(process.argv[2] ?? "");
const { db } = await connect({ url: order.url }, { connections: 2, isPatient: true });
const ids = createIds(db);
const writing = createBatcher(db);
const secrets = createSecrets({ current: order.secretKey, old: [] });
const guessers = order.variant === "ours" ? ours : naive;
const ways = Object.values(guessers);

const tell = (word: string, customer: number) => writeSync(STDOUT, `${word} ${customer}\n`);
const oneOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;

function contextOf(customer: number, onLooking: () => void): CoreContext {
  const { merchant, tokenId, clockOffsetMs } = order;
  return {
    db,
    ids,
    writing,
    clockOffsetMs,
    caller: { kind: "token", merchant, tokenId, scopes: ["*"], stores: null },
    secrets: {
      ...secrets,
      verifyPin: async (...of) => {
        onLooking();
        const isRight = await secrets.verifyPin(...of);
        tell("pin", customer);
        return isRight;
      },
      verifyPassword: async (...of) => {
        onLooking();
        const isRight = await secrets.verifyPassword(...of);
        tell("password", customer);
        return isRight;
      },
    },
  };
}

async function guess(): Promise<never> {
  for (;;) {
    const customer = oneOf(order.customers);
    let looked = false;
    const ctx = contextOf(customer, () => {
      looked = true;
      tell("looking", customer);
    });
    try {
      await oneOf(ways)(ctx, customer, () => tell("otp", customer));
      throw new Error("a wrong guess was taken for right");
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
    if (looked) tell("answered", customer);
  }
}

// Writes the compile cache now, because a killed process would not write it.
flushCompileCache();
await Promise.all(Array.from({ length: AT_ONCE }, guess));
