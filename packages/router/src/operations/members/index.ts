import { router } from "../../trpc.ts";
import { activities, activitiesByMerchantGroup } from "./activities.ts";
import { anonymize } from "./anonymize.ts";
import { byCardNumber } from "./by-card-number.ts";
import { change, changeProfile } from "./change-profile.ts";
import { details } from "./details.ts";
import { expirationJournals } from "./expiration-journals.ts";
import { partialRegistration } from "./partial-registration.ts";
import { register, registerBrief } from "./register.ts";
import { setLevel } from "./set-level.ts";
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
  activities,
  activitiesByMerchantGroup,
  register,
  registerBrief,
  partialRegistration,
  setLevel,
  changeProfile,
  change,
  anonymize,
});
