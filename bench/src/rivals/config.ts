import { readFileSync } from "node:fs";
import type { Template } from "../product/template.ts";

/** What a rival's process is told, in a file that its command line names. */
export type RivalConfig = {
  readonly kind: "handwritten" | "interactive";
  readonly url: string;
  readonly tokens: readonly string[];
  readonly work: string;
  readonly template: Template;
  readonly customers: number;
  /** Its redemptions' ids begin here. */
  readonly firstRedemption: number;
  readonly connections: number;
};

export function readConfig(file: string | undefined): RivalConfig {
  if (!file) throw new Error("Which configuration?");
  return JSON.parse(readFileSync(file, "utf8")) as RivalConfig;
}
