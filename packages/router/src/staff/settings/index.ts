import { router } from "../../trpc.ts";
import { bookings } from "./bookings.ts";
import { devices } from "./devices.ts";
import { messageTemplates, outbox } from "./messages.ts";
import { policy } from "./policy.ts";
import { staffSettings } from "./staff.ts";
import { stores } from "./stores.ts";
import { tokens } from "./tokens.ts";

export const settings = router({
  stores,
  bookings,
  staff: staffSettings,
  devices,
  tokens,
  policy,
  messageTemplates,
  outbox,
});
