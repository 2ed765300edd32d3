/** Prints the result of a suite, and at most 10 of its faults. */
export function tell(name: string, counts: string, faults: readonly string[]) {
  console.log(`${faults.length ? "✗" : "✓"} ${name}: ${counts}`);
  for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`);
}
