import type { StaffCaller } from "@stampbook/core/access";
import { router } from "../trpc.ts";
import { actors, audit } from "./audit.ts";
import { bookings } from "./bookings.ts";
import { catalogue } from "./catalogue/catalogue.ts";
import { jobs } from "./catalogue/jobs.ts";
import { customers } from "./customers/customers.ts";
import { find } from "./find.ts";
import { invitation } from "./invitation.ts";
import { live } from "./live.ts";
import { meFrom } from "./me.ts";
import { overview } from "./overview.ts";
import { ownPin } from "./own-pin.ts";
import { programme } from "./programme.ts";
import { redemptions } from "./redemptions.ts";
import { refusals } from "./refusals.ts";
import { sales } from "./sales/index.ts";
import { securityEvents } from "./security-events.ts";
import { settings } from "./settings/index.ts";
import { till } from "./till/till.ts";
import { visits } from "./till/visits.ts";
import { vouchers } from "./vouchers.ts";
import { waysIn } from "./ways-in.ts";

/**
 * The console's own procedures: camelCase, for staff only, never on REST. `callableBy` returns the
 * procedures of the whole router that a person may call.
 */
export const staffWith = (callableBy: (caller: StaffCaller) => readonly string[]) =>
  router({
    me: meFrom(callableBy),
    ownPin,
    actors,
    find,
    till,
    customers,
    redemptions,
    sales,
    refusals,
    vouchers,
    visits,
    bookings,
    catalogue,
    jobs,
    live,
    overview,
    settings,
    programme,
    audit,
    securityEvents,
    invitation,
    waysIn,
  });
