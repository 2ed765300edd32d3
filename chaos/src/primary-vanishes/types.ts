import type { CampaignReport } from "../traffic/campaign.ts";

export type VanishingOrder = {
  /** Namespaces drop packets as a vanished host does; a relay only stops to pass bytes on. */
  readonly network: "namespace" | "relay";
  /** The primary is away at least so long, and until every till was refused. */
  readonly seconds: number;
  readonly tills: number;
  /** Of the API processes. */
  readonly settings: Readonly<Record<string, string>>;
};

/** What came of one outage. */
export type Outage = CampaignReport & {
  readonly name: string;
  /** Calls that were refused with 503 while the primary was away, and how long the slowest took. */
  readonly refused: number;
  readonly slowestRefusalMs: number;
};

export type VanishingReport = {
  readonly network: VanishingOrder["network"];
  readonly outages: readonly Outage[];
};
