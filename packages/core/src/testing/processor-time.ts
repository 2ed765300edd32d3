/**
 * Runs the work. Returns the processor time of this process for it, in milliseconds. Other processes do not
 * affect the result.
 */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
