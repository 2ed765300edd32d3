import type { CoreDeps } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { unknownBooking } from "../deciding/decide-booking.rules.ts";
import { type Link, readToken } from "./link.rules.ts";

/** Returns what a token opens. Throws `booking_not_found` for a token that this service did not make. */
export function openLink(deps: Pick<CoreDeps, "secrets">, token: string): Link {
  const link = readToken(deps, token);
  if (!link) throw new Failure(unknownBooking);
  return link;
}
