import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Shop } from "../stage/shop.ts";
import { type RunningNode, startNode } from "../stage/start-node.ts";

/** Starts a rival of the service in a separate process. `config` is in a file that its command line names. */
export function startRival(
  { stage }: Shop,
  program: string,
  config: Readonly<Record<string, unknown>> = {},
): Promise<RunningNode> {
  const file = join(stage.directory, `${program}.json`);
  writeFileSync(file, JSON.stringify(config));
  return startNode({
    file: fileURLToPath(new URL(`../rivals/${program}.ts`, import.meta.url)),
    args: [file],
    log: join(stage.directory, `${program}.log`),
  });
}
