import type { LevelProgress, SpendingRequirement } from "@stampbook/core/members";
import { z } from "zod";

/** The spending that a member still needs. */
const Requirement = z
  .object({
    spending_requirement: z.number().describe("The spending that is missing."),
    deadline: z.iso.date().nullable().describe("The last day that counts. Null for no limit."),
    next_level: z
      .string()
      .describe("The level that the member reaches with the spending, or falls to without it."),
    next_level_code: z.int().describe("The code of that level."),
  })
  .meta({ id: "SpendingRequirement", description: "The spending that a member still needs." });

/** The spending needed to reach the next level, and to keep the current one. */
export const Requirements = z.object({
  upgrade_requirement: Requirement.nullable().describe(
    "What reaches the next level. Null if spending reaches no higher one.",
  ),
  downgrade_requirement: Requirement.nullable().describe(
    "What keeps the level. Null if low spending cannot lower it.",
  ),
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
