import { router } from "../../trpc.ts";
import { byCardNumber } from "./by-card-number.ts";
import { details } from "./details.ts";
import { expirationJournals } from "./expiration-journals.ts";
import { register, registerBrief } from "./register.ts";
import { status } from "./status.ts";
import { suggestions } from "./suggestions.ts";
import { upgradeRequirement } from "./upgrade-requirement.ts";

export const members = router({
  details,
  status,
  byCardNumber,
  suggestions,
  upgradeRequirement,
  expirationJournals,
  register,
  registerBrief,
});
