import { runAudit } from "@stampbook/core/audit";
import { Failure } from "@stampbook/core/failures";
import { withoutParameters } from "@stampbook/db";
import type { Arena } from "../arena.ts";
import { type Everything, openEverything } from "./everything.ts";

export type RaceOptions = Everything & { readonly rounds: number; readonly clients?: number };

export type RaceReport = {
  readonly rounds: number;
  /** How often each outcome occurred: `done`, a refusal's code, or `broke` for any other error. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** What broke, and what the audit found. Any call may be refused. */
  readonly faults: readonly string[];
  readonly seconds: number;
};

/** The number of faulty rounds after which the race ends. */
const FAULTY_ROUNDS = 3;

/** Runs many rounds, each with new rows. All clients of a round start at once, in several processes. */
export async function runRace(arena: Arena, options: RaceOptions): Promise<RaceReport> {
  const { rounds, clients = 100 } = options;
  const { harness, processes } = arena;
  const began = performance.now();
  const outcomes: Record<string, number> = {};
  const faults: string[] = [];
  let faulty = 0;
  let run = 0;
  for (; run < rounds && faulty < FAULTY_ROUNDS; run++) {
    const { merchant, next } = await openEverything(harness, options);
    const found: string[] = [];
    const call = async (_: unknown, at: number) => {
      const ctx = { ...harness.as(merchant), ...processes[at % processes.length] };
      const outcome = await next()(ctx).then(
        () => "done",
        (error: unknown) => {
          if (error instanceof Failure) return error.code;
          found.push(`a client got ${withoutParameters(error)}`);
          return "broke";
        },
      );
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    };
    await Promise.all(Array.from({ length: clients }, call));
    const broken = await runAudit(harness.db, merchant.id);
    found.push(...broken.map(({ invariant, detail }) => `the audit: ${invariant}: ${detail}`));
    if (found.length) faulty++;
    faults.push(...found.map((fault) => `round ${run + 1}: ${fault}`));
  }
  return { rounds: run, outcomes, faults, seconds: (performance.now() - began) / 1_000 };
}
