import { router } from "../trpc.ts";
import { audit } from "./audit.ts";
import { bookings } from "./bookings.ts";
import { catalogue } from "./catalogue.ts";
import { customers } from "./customers.ts";
import { find } from "./find.ts";
import { invitation } from "./invitation.ts";
import { jobs } from "./jobs.ts";
import { live } from "./live.ts";
import { me } from "./me.ts";
import { overview } from "./overview.ts";
import { redemptions } from "./redemptions.ts";
import { refusals } from "./refusals.ts";
import { securityEvents } from "./security-events.ts";
import { settings } from "./settings/index.ts";
import { till } from "./till.ts";
import { vouchers } from "./vouchers.ts";
import { waysIn } from "./ways-in.ts";

/** The console's own procedures: camelCase, for staff only, never on REST. */
export const staff = router({
  me,
  find,
  till,
  customers,
  redemptions,
  refusals,
  vouchers,
  bookings,
  catalogue,
  jobs,
  live,
  overview,
  settings,
  audit,
  securityEvents,
  invitation,
  waysIn,
});
