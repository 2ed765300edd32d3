import { runAudit } from "@stampbook/core/audit";
import type { Arena } from "../arena.ts";
import { type Verbs, verbs } from "../verbs.ts";
import { type Outcome, outcomeOf, type Race } from "./race.ts";

export type RaceOptions = {
  readonly rounds: number;
  readonly clients?: number;
  readonly variant?: "ours" | "naive";
  /** The number of faulty rounds after which the race ends. */
  readonly faultyRounds?: number;
};

export type RaceReport = {
  readonly race: string;
  readonly rounds: number;
  /** How often each outcome occurred: `won`, a refusal's code, or `broke` for any other error. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** The faults that the round's `judge` and the audit found. */
  readonly faults: readonly string[];
  readonly seconds: number;
};

/** Runs a race for many rounds, each with new rows. All clients of a round start at once. */
export async function runRace(arena: Arena, race: Race, options: RaceOptions): Promise<RaceReport> {
  const { rounds, clients = 100, variant = "ours", faultyRounds = 3 } = options;
  const began = performance.now();
  const racing = variant === "ours" ? verbs : { ...verbs, ...race.naive };
  const counted: Record<string, number> = {};
  const faults: string[] = [];
  let faulty = 0;
  let run = 0;
  for (; run < rounds && faulty < faultyRounds; run++) {
    const { outcomes, found } = await runRound(arena, race, racing, clients);
    for (const outcome of outcomes) {
      const name = nameOf(outcome);
      counted[name] = (counted[name] ?? 0) + 1;
    }
    if (found.length) faulty++;
    faults.push(...found.map((fault) => `round ${run + 1}: ${fault}`));
  }
  const seconds = (performance.now() - began) / 1_000;
  return { race: race.name, rounds: run, outcomes: counted, faults, seconds };
}

async function runRound(arena: Arena, race: Race, racing: Verbs, clients: number) {
  const { harness, processes } = arena;
  const { merchant, calls, judge } = await race.prepare(harness, racing, clients);
  const contexts = calls.map((_, at) => ({
    ...harness.as(merchant),
    ...processes[at % processes.length],
  }));
  const outcomes = await Promise.all(
    calls.map((call, at) => outcomeOf(call(contexts[at] ?? harness.as(merchant)))),
  );
  const broken = await runAudit(harness.db, merchant.id);
  const found = [
    ...(await judge(outcomes)),
    ...broken.map(({ invariant, detail }) => `the oracle: ${invariant}: ${detail}`),
  ];
  return { outcomes, found };
}

function nameOf(outcome: Outcome): string {
  if ("told" in outcome) return "won";
  return "refused" in outcome ? outcome.refused : "broke";
}
