import type { ConditionOutcome } from "./outcome.ts";
import { runConditions } from "./run-conditions.ts";
import { judgedStatements } from "./statements.ts";
import { survivors } from "./survivors.ts";

/** Returns the names of all statements. */
export function conditionNames(): readonly string[] {
  return judgedStatements().map(({ name }) => name);
}

/**
 * Removes each condition from the named statements, one at a time. Prints a line for each removal. Returns the
 * number of faults: survivors that `survivors.ts` does not list, listed survivors for which a test failed, and
 * removals that could not be judged.
 */
export async function runAllConditions(names: readonly string[]): Promise<number> {
  const began = performance.now();
  const outcomes: ConditionOutcome[] = [];
  let faults = 0;
  const note = (outcome: ConditionOutcome) => {
    outcomes.push(outcome);
    if (print(outcome)) faults++;
  };
  await runConditions(names, note);
  const count = (result: ConditionOutcome["result"]) =>
    outcomes.filter((outcome) => outcome.result === result).length;
  const seconds = (performance.now() - began) / 1_000;
  console.log(
    `${count("killed")} killed, ${count("survived")} survived, ${count("invalid")} invalid in ${seconds.toFixed(0)} s`,
  );
  return faults;
}

/** Prints an outcome. Returns whether it is a fault. */
function print(outcome: ConditionOutcome): boolean {
  const { result, why, statement, place, condition, nth } = outcome;
  const reason = survivors.find(
    (listed) =>
      listed.place === place && listed.condition === condition && (listed.nth ?? 1) === nth,
  )?.reason;
  const isStale = result === "killed" && reason !== undefined;
  const which = nth > 1 ? ` (${nth})` : "";
  console.log(`${(isStale ? "stale" : result).padEnd(8)}  ${place}  ${condition}${which}`);
  console.log(`          ${statement}: ${(result === "survived" && reason) || why}`);
  return isStale || result === "invalid" || (result === "survived" && reason === undefined);
}
