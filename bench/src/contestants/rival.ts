import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RivalConfig } from "../rivals/config.ts";
import type { Shop } from "../stage/shop.ts";
import { type RunningNode, startNode } from "../stage/start-node.ts";

const program = fileURLToPath(new URL("../rivals/redeeming.ts", import.meta.url));

/** Starts a rival of the service in a process of its own, on the same database. */
export function startRival(
  { stage, tokens, customers }: Shop,
  of: Pick<RivalConfig, "kind" | "work" | "template" | "firstRedemption">,
): Promise<RunningNode> {
  const config: RivalConfig = { ...of, url: stage.url, tokens, customers, connections: 8 };
  const file = join(stage.directory, `${of.kind}.json`);
  writeFileSync(file, JSON.stringify(config));
  return startNode({ file: program, args: [file], log: join(stage.directory, `${of.kind}.log`) });
}
