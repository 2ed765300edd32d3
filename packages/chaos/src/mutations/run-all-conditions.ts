import { currentRun } from "@stampbook/db/testing";
import { type ConditionOutcome, runConditions } from "./run-conditions.ts";

/**
 * Takes every condition out of the statements of these operations, prints a line each, and returns how
 * many no test missed.
 */
export async function runAllConditions(operations: readonly string[]): Promise<number> {
  const { adminUrl } = currentRun();
  const all: ConditionOutcome[] = [];
  for (const operation of operations) {
    console.log(operation);
    all.push(...(await runConditions(operation, { adminUrl, onOutcome: print })));
  }
  const count = (result: ConditionOutcome["result"]) =>
    all.filter((outcome) => outcome.result === result).length;
  console.log(
    `${count("killed")} killed, ${count("survived")} survived, ${count("invalid")} invalid`,
  );
  return all.length - count("killed");
}

function print({ file, line, condition, result, why }: ConditionOutcome) {
  console.log(`${result.padEnd(8)}  ${file}:${line}  ${condition}`);
  if (result !== "killed") console.log(`          ${why}`);
}
