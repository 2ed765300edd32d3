const WIDTH = 130;

/**
 * JSON that is short to read: each list and object is on one line if it fits, lines are indented by one space,
 * and the values of examples and of lists of texts fill their lines.
 */
export function printJson(value: unknown, indent = "", isFilled = false): string {
  const line = inOneLine(value);
  if (typeof value !== "object" || value === null || indent.length + line.length <= WIDTH)
    return line;
  const inner = `${indent} `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const parts = Array.isArray(value)
    ? value.map((each) => printJson(each, inner, isFilled))
    : Object.entries(value).map(
        ([key, each]) =>
          `${JSON.stringify(key)}: ${printJson(each, inner, isFilled || key === "example")}`,
      );
  const isOfTexts = Array.isArray(value) && value.every((each) => typeof each === "string");
  const lines = isFilled || isOfTexts ? fill(parts, WIDTH - inner.length) : parts;
  return `${open}\n${lines.map((each) => `${inner}${each}`).join(",\n")}\n${indent}${close}`;
}

/** Joins parts while they fit into lines of a width. A part of several lines stays alone. */
function fill(parts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const joined = `${lines.at(-1)}, ${part}`;
    const fits = lines.length > 0 && joined.length <= width && !joined.includes("\n");
    lines.splice(fits ? -1 : lines.length, 1, fits ? joined : part);
  }
  return lines;
}

function inOneLine(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(", ")}]`;
  const parts = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}: ${inOneLine(each)}`,
  );
  return parts.length ? `{ ${parts.join(", ")} }` : "{}";
}
