import { seedShop } from "./seed.ts";
import { openStage, type Stage } from "./stage.ts";
import type { RunningNode } from "./start-node.ts";
import { openSupply, type Supply } from "./supply.ts";

/** A stage with a merchant on it, and the service running. */
export type Shop = {
  readonly stage: Stage;
  readonly customers: number;
  /** Secrets, one a till. */
  readonly tokens: readonly string[];
  readonly api: RunningNode;
  /** Numbers for calls, with the vouchers that they need. */
  readonly supply: Readonly<Record<"plain" | "dynamic" | "none", Supply>>;
  readonly close: () => Promise<void>;
};

export const CUSTOMERS = 10_000;

export type ShopOptions = {
  readonly customers?: number;
  /** Of Node, for the service. */
  readonly node?: (directory: string) => readonly string[];
  /** `source` where files and packages have to be told apart. */
  readonly form?: "built" | "source";
  /** Of the database server, beside the usual ones. */
  readonly database?: Readonly<Record<string, string | number>>;
};

export async function openShop({
  customers = CUSTOMERS,
  node = () => [],
  form = "built",
  database = {},
}: ShopOptions = {}): Promise<Shop> {
  const stage = await openStage(database);
  try {
    const tokens = await seedShop(stage, customers);
    const api = await stage.startApi(node(stage.directory), form);
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
