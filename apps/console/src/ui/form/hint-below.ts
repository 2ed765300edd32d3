/** Puts the hint below the field, so that two adjacent fields stay on one line for hints of any length. */
export const hintBelow: ("label" | "input" | "description" | "error")[] = [
  "label",
  "input",
  "description",
  "error",
];
