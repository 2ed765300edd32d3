import type { CoreContext, Merchant } from "@stampbook/core/context";
import { Failure, type FailureCode } from "@stampbook/core/failures";
import type { OpenHarness } from "@stampbook/core/testing";
import { withoutParameters } from "@stampbook/db";
import type { Told, Verbs } from "../verbs.ts";

/** A client's result: an outcome, a typed refusal, or an error, which no client may get. */
export type Outcome =
  | { readonly told: Told }
  | { readonly refused: FailureCode }
  | { readonly broke: string };

/** The calls of all clients at once, and their expected result. */
export type Round = {
  readonly merchant: Merchant;
  /** One call per client; the context is that of the client's process. */
  readonly calls: readonly ((ctx: CoreContext) => Promise<Told>)[];
  /** Returns what is wrong, in words; empty if all is right. */
  readonly judge: (outcomes: readonly Outcome[]) => readonly string[] | Promise<readonly string[]>;
};

export type Race = {
  readonly name: string;
  /** The variant that reads first and writes later, which the race must detect. */
  readonly naive: Partial<Verbs>;
  /** Creates the rows of the round. */
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

/** Expects this number of winners, and one of these refusals for all others. */
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

/** One item per client. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
