import { router } from "../trpc.ts";
import { audit } from "./audit.ts";
import { customers } from "./customers.ts";
import { me } from "./me.ts";
import { redemptions } from "./redemptions.ts";
import { refusals } from "./refusals.ts";
import { till } from "./till.ts";
import { vouchers } from "./vouchers.ts";

/** The console's own procedures: camelCase, for staff alone, never on REST. */
export const staff = router({ me, till, customers, redemptions, refusals, vouchers, audit });
