import { readFileSync } from "node:fs";
import type { Template } from "../product/template.ts";

/** The configuration of a rival that redeems. It is in a file, which the rival's command line names. */
export type RivalConfig = {
  readonly kind: "handwritten" | "interactive";
  readonly url: string;
  readonly tokens: readonly string[];
  readonly work: string;
  readonly template: Template;
  readonly customers: number;
  /** The first id of the rival's redemptions. */
  readonly firstRedemption: number;
  readonly connections: number;
};

export function readConfig(file: string | undefined): RivalConfig {
  if (!file) throw new Error("Which configuration?");
  return JSON.parse(readFileSync(file, "utf8")) as RivalConfig;
}
