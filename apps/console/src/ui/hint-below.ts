/** Beneath the field: two beside each other stay on one line, however long their hints are. */
export const hintBelow: ("label" | "input" | "description" | "error")[] = [
  "label",
  "input",
  "description",
  "error",
];
