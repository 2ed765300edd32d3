import { fileURLToPath } from "node:url";
import { currentRun } from "@stampbook/db/testing";
import { runMutations } from "./run-mutations.ts";
import type { Mutation, Outcome } from "./types.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** Runs the mutations and prints a line for each. Returns how many were not killed. */
export async function runAllMutations(mutations: readonly Mutation[]): Promise<number> {
  const began = performance.now();
  console.log(`${mutations.length} mutations; first their tests on the sources as they are`);
  const { adminUrl } = currentRun();
  const outcomes = await runMutations({ root, mutations, adminUrl, onOutcome: printOutcome });
  const count = (result: Outcome["result"]) =>
    outcomes.filter((outcome) => outcome.result === result).length;
  const seconds = (performance.now() - began) / 1_000;
  console.log(
    `${count("killed")} killed, ${count("survived")} survived, ${count("invalid")} invalid in ${seconds.toFixed(0)} s`,
  );
  return outcomes.length - count("killed");
}

function printOutcome({ mutation, result, why, seconds }: Outcome) {
  const { ids, file, test } = mutation;
  const time = `${seconds.toFixed(1)} s`;
  console.log([ids.join(", ").padEnd(8), result.padEnd(8), time.padStart(7), file].join("  "));
  if (result !== "killed") console.log(`      ${why}: ${test.file}: ${test.name}`);
}
