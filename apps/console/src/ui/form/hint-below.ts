/**
 * Puts the hint below the field, so that adjacent fields stay on one line whatever the length of their hints.
 */
export const hintBelow: ("label" | "input" | "description" | "error")[] = [
  "label",
  "input",
  "description",
  "error",
];
