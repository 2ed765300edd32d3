import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RivalConfig } from "../rivals/config.ts";
import type { Shop } from "../stage/shop.ts";
import { type RunningNode, startNode } from "../stage/start-node.ts";

/** Starts a rival of the service in a separate process. */
export function startRivalProgram(
  { stage }: Shop,
  program: string,
  config: Readonly<Record<string, unknown>>,
): Promise<RunningNode> {
  const name = `${program}-${config.kind ?? "only"}`;
  const file = join(stage.directory, `${name}.json`);
  writeFileSync(file, JSON.stringify(config));
  return startNode({
    file: fileURLToPath(new URL(`../rivals/${program}.ts`, import.meta.url)),
    args: [file],
    log: join(stage.directory, `${name}.log`),
  });
}

/** Starts a rival that redeems, on the service's database and with as many connections as the service. */
export function startRedeemingRival(
  shop: Shop,
  options: Pick<RivalConfig, "kind" | "work" | "template" | "firstRedemption">,
): Promise<RunningNode> {
  const { stage, tokens, customers } = shop;
  const config: RivalConfig = { ...options, url: stage.url, tokens, customers, connections: 8 };
  return startRivalProgram(shop, "redeeming", config);
}
