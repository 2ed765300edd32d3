import type { CoreContext, Merchant } from "@stampbook/core/context";
import { Failure, type FailureCode } from "@stampbook/core/failures";
import type { OpenHarness } from "@stampbook/core/testing";
import { withoutParameters } from "@stampbook/db";
import type { Told, Verbs } from "../verbs.ts";

/** A client's result: an outcome, a refusal with its code, or any other error, which is always a fault. */
export type Outcome =
  | { readonly told: Told }
  | { readonly refused: FailureCode }
  | { readonly broke: string };

/** The calls of one round, which start together, and their expected result. */
export type Round = {
  readonly merchant: Merchant;
  /** One call per client; the context is that of the client's process. */
  readonly calls: readonly ((ctx: CoreContext) => Promise<Told>)[];
  /** Describes what is wrong; empty if all is right. */
  readonly judge: (outcomes: readonly Outcome[]) => readonly string[] | Promise<readonly string[]>;
};

export type Race = {
  readonly name: string;
  /** A variant that reads first and writes later. The race must detect it. */
  readonly naive: Partial<Verbs>;
  /** Creates the rows of a round. */
  readonly prepare: (harness: OpenHarness, verbs: Verbs, clients: number) => Promise<Round>;
};

export async function outcomeOf(call: Promise<Told>): Promise<Outcome> {
  try {
    return { told: await call };
  } catch (error) {
    if (error instanceof Failure) return { refused: error.code };
    return { broke: String(withoutParameters(error)) };
  }
}

export const won = (outcomes: readonly Outcome[]): Told[] =>
  outcomes.flatMap((outcome) => ("told" in outcome ? [outcome.told] : []));

/** Expects `from` to `to` winners, and a code in `refused` for every other call. Describes what differs. */
export function expectWinners(
  outcomes: readonly Outcome[],
  wanted: { readonly from: number; readonly to?: number; readonly refused: readonly FailureCode[] },
): string[] {
  const { from, to = from, refused } = wanted;
  const winners = won(outcomes).length;
  const others = outcomes.flatMap((outcome) => {
    if ("told" in outcome) return [];
    if ("broke" in outcome) return [`a client got ${outcome.broke}`];
    return refused.includes(outcome.refused) ? [] : [`a loser was told ${outcome.refused}`];
  });
  const count = winners < from || winners > to ? [`${winners} won, not ${from} to ${to}`] : [];
  return [...count, ...new Set(others)];
}

/** Makes `count` items. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
