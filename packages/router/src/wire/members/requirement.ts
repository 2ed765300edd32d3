import type { LevelProgress, SpendingRequirement } from "@stampbook/core/members";
import { z } from "zod";

/**
 * The spending that a member still needs. `next_level` is the name of the level that the member reaches with
 * it, or falls to without it, and `next_level_code` its code.
 */
const Requirement = z.object({
  spending_requirement: z.number(),
  deadline: z.iso.date().nullable(),
  next_level: z.string(),
  next_level_code: z.int(),
});

/**
 * The spending needed to reach the next level, and to keep the current one. `upgrade_requirement` is null if
 * spending reaches no higher level, `downgrade_requirement` if low spending cannot lower the level.
 */
export const Requirements = z.object({
  upgrade_requirement: Requirement.nullable(),
  downgrade_requirement: Requirement.nullable(),
});

export function presentRequirements({
  upgrade,
  downgrade,
}: LevelProgress): z.input<typeof Requirements> {
  return {
    upgrade_requirement: upgrade && presentRequirement(upgrade),
    downgrade_requirement: downgrade && presentRequirement(downgrade),
  };
}

function presentRequirement({ missing, deadline, level, levelName }: SpendingRequirement) {
  return {
    // exact as a double: at most twelve digits before the point, and two after it
    spending_requirement: Number(missing),
    deadline,
    next_level: levelName,
    next_level_code: level,
  };
}
