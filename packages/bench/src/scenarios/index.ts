import type { Scenario } from "../types.ts";
import { addSale } from "./add-sale.ts";
import { generating, importing } from "./bulk.ts";
import { expiry } from "./expiry.ts";
import { flashSale } from "./flash-sale.ts";
import { flood } from "./flood.ts";
import { growth } from "./growth.ts";
import { hotCustomer } from "./hot-customer.ts";
import { details, suggestions } from "./looking-up.ts";
import { memory } from "./memory.ts";
import { multipleRewards } from "./multiple-rewards.ts";
import { pinValidate } from "./pin-validate.ts";
import { ping } from "./ping.ts";
import { redeeming } from "./redeeming.ts";
import { start } from "./start.ts";
import { trpc } from "./trpc.ts";
import { writePath } from "./write-path.ts";

/** All scenarios, in the order in which they run. */
export const scenarios: readonly Scenario[] = [
  ...redeeming,
  writePath,
  multipleRewards,
  addSale,
  ping,
  trpc,
  pinValidate,
  flood,
  hotCustomer,
  flashSale,
  memory,
  start,
  growth,
  importing,
  generating,
  expiry,
  suggestions,
  details,
];
