import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { hasNamespaces } from "./network.ts";
import type { VanishingOrder, VanishingReport } from "./types.ts";

export type VanishingOptions = Pick<VanishingOrder, "seconds"> &
  Partial<Pick<VanishingOrder, "calmSeconds" | "tills" | "settings">>;

const program = fileURLToPath(new URL("./program.ts", import.meta.url));
const MOST_OUTPUT = 16 * 1024 * 1024;

/** Drops the primary's packets to two API processes, until they flow again or a standby is promoted. */
export async function runVanishing({
  seconds,
  calmSeconds = 3,
  tills = 12,
  settings = {},
}: VanishingOptions): Promise<VanishingReport> {
  const network = hasNamespaces() ? "namespace" : "relay";
  const order: VanishingOrder = { network, seconds, calmSeconds, tills, settings };
  const words = [process.execPath, program, JSON.stringify(order)];
  const [command = "", ...rest] = network === "namespace" ? ["unshare", "--net", ...words] : words;
  const { stdout } = await promisify(execFile)(command, rest, { maxBuffer: MOST_OUTPUT });
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
}

/** Describes what took too long: refusals over `deadlineMs`, and recoveries over 2 s. */
export function tooSlow({ outages }: VanishingReport, deadlineMs: number): string[] {
  return outages.flatMap(({ name, slowestRefusalMs, firstAnswerMs, errorsEndedMs }) => [
    ...(slowestRefusalMs > deadlineMs
      ? [`${name}: a 503 took ${slowestRefusalMs.toFixed(0)} ms, not ${deadlineMs}`]
      : []),
    ...(firstAnswerMs > 2_000
      ? [`${name}: the first answer came ${firstAnswerMs.toFixed(0)} ms after, not 2000`]
      : []),
    ...(errorsEndedMs > 2_000
      ? [`${name}: the last error came ${errorsEndedMs.toFixed(0)} ms after, not 2000`]
      : []),
  ]);
}
