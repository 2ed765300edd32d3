import type { Scenario } from "../types.ts";
import { addSale } from "./add-sale.ts";
import { expiry } from "./expiry.ts";
import { flashSale } from "./flash-sale.ts";
import { growth } from "./growth.ts";
import { hotCustomer } from "./hot-customer.ts";
import { details, suggestions } from "./looking-up.ts";
import { multipleRewards } from "./multiple-rewards.ts";
import { newIndex } from "./new-index.ts";
import { ping } from "./ping.ts";
import { redeeming } from "./redeeming.ts";
import { trpc } from "./trpc.ts";
import { watched } from "./watched.ts";
import { writePath } from "./write-path.ts";

/** All scenarios, in the order in which they run. */
export const scenarios: readonly Scenario[] = [
  ...redeeming,
  writePath,
  multipleRewards,
  addSale,
  ping,
  trpc,
  watched,
  hotCustomer,
  flashSale,
  growth,
  expiry,
  newIndex,
  suggestions,
  details,
];
