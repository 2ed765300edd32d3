import type { CampaignReport } from "../traffic/campaign.ts";

export type VanishingOrder = {
  /**
   * How packets are lost. Namespaces drop them, as if the host had vanished; a relay only stops forwarding
   * bytes.
   */
  readonly network: "namespace" | "relay";
  /**
   * The least time that the primary is away. The primary stays away until there are as many refusals as
   * tills, but at most 90 s.
   */
  readonly seconds: number;
  /** The least time that the tills continue after the outage. */
  readonly calmSeconds: number;
  readonly tills: number;
  /** Settings of the API processes. */
  readonly settings: Readonly<Record<string, string>>;
};

/** The result of one outage. */
export type Outage = CampaignReport & {
  readonly name: string;
  /** Calls refused with 503 while the primary was away, and the duration of the slowest. */
  readonly refused: number;
  readonly slowestRefusalMs: number;
};

export type VanishingReport = {
  readonly network: VanishingOrder["network"];
  readonly outages: readonly Outage[];
};
