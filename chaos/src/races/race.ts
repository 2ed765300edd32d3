import type { CoreContext, Merchant } from "@stampbook/core/context";
import { Failure, type FailureCode } from "@stampbook/core/failures";
import type { OpenHarness } from "@stampbook/core/testing";
import { withoutParameters } from "@stampbook/db";
import type { Told, Verbs } from "../verbs.ts";

/** What a client got: an outcome, a typed refusal, or something that nobody may ever get. */
export type Outcome =
  | { readonly told: Told }
  | { readonly refused: FailureCode }
  | { readonly broke: string };

/** What all clients do at once, and what has to come of it. */
export type Round = {
  readonly merchant: Merchant;
  /** One call a client; the context is of the client's process. */
  readonly calls: readonly ((ctx: CoreContext) => Promise<Told>)[];
  /** Says in words what is wrong; nothing where all is right. */
  readonly judge: (outcomes: readonly Outcome[]) => readonly string[] | Promise<readonly string[]>;
};

export type Race = {
  readonly name: string;
  /** The variant that reads, and then writes what it has read: the race has to find it out. */
  readonly naive: Partial<Verbs>;
  /** Makes the round's own rows. */
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

/** So many win, all others are refused with one of the codes. */
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

/** As many of something as there are clients. */
export const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
