import { seedShop } from "./seed.ts";
import { openStage, type Stage } from "./stage.ts";
import type { RunningNode } from "./start-node.ts";
import { openSupply, type Supply } from "./supply.ts";

/** A stage with a merchant and a running service. */
export type Shop = {
  readonly stage: Stage;
  readonly customers: number;
  /** Secrets, one per till. */
  readonly tokens: readonly string[];
  readonly api: RunningNode;
  /** Numbers for calls. `plain` and `dynamic` also add a voucher for each number. */
  readonly supply: Readonly<Record<"plain" | "dynamic" | "none", Supply>>;
  readonly close: () => Promise<void>;
};

export const CUSTOMERS = 10_000;

export type ShopOptions = {
  readonly customers?: number;
  /** Further settings of the service, as environment variables. */
  readonly settings?: Readonly<Record<string, string>>;
};

/** Settings that let one merchant call over this many connections without refusals. */
export const roomFor = (connections: number): Readonly<Record<string, string>> => ({
  // One merchant gets three quarters of `QUEUE_LIMIT`, or half while others call.
  QUEUE_LIMIT: String(Math.max(128, 2 * connections)),
});

export async function openShop({
  customers = CUSTOMERS,
  settings = {},
}: ShopOptions = {}): Promise<Shop> {
  const stage = await openStage();
  try {
    const tokens = await seedShop(stage, customers);
    const api = await stage.startApi(settings);
    return {
      stage,
      customers,
      tokens,
      api,
      supply: openSupply(stage, customers),
      close: async () => {
        await api.stop();
        await stage.close();
      },
    };
  } catch (cause) {
    await stage.close();
    throw cause;
  }
}
