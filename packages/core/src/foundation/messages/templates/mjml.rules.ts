/** A problem that the MJML compiler reports. */
export type MjmlComplaint = {
  readonly line: number;
  readonly tagName: string;
  readonly message: string;
};

/**
 * Returns the first problem that the compiler does not report: an `mj-include`, or tags that do not match.
 * Returns null if there is none.
 */
export function problemOfMjml(mjml: string): string | null {
  const include = /<\s*mj-include\b/i.exec(mjml);
  if (include)
    return `${lineAt(mjml, include.index)}: mj-include is not possible, write what it would bring`;
  const open: { readonly name: string; readonly index: number }[] = [];
  for (const { 1: closing, 2: named, 3: single, index } of mjml.matchAll(tags)) {
    const name = named?.toLowerCase();
    if (name === undefined) continue;
    if (!closing) {
      if (!single) open.push({ name, index });
      continue;
    }
    const last = open.pop();
    if (last?.name === name) continue;
    return last
      ? `${lineAt(mjml, last.index)}: <${last.name}> is closed by </${name}>`
      : `${lineAt(mjml, index)}: </${name}> closes nothing`;
  }
  const last = open.pop();
  return last ? `${lineAt(mjml, last.index)}: <${last.name}> is not closed` : null;
}

/** Matches whole comments, and opening and closing tags of MJML elements. Attributes may contain `>`. */
const tags =
  /<!--[\s\S]*?(?:-->|$)|<(\/?)(mjml|mj-[a-z-]+)(?:[^<>"'/]|\/(?!>)|"[^"<]*"|'[^'<]*')*(\/?)>/gi;

const SHOWN = 3;

/** Returns the compiler's problems as one text: the first three, and the number of the others. */
export function tellComplaints(complaints: readonly MjmlComplaint[]): string {
  const shown = complaints
    .slice(0, SHOWN)
    .map(({ line, tagName, message }) => `line ${line}, ${tagName}: ${message.trim()}`);
  const more = complaints.length - shown.length;
  return [...shown, ...(more ? [`${more} more`] : [])].join("; ");
}

function lineAt(text: string, index: number): string {
  return `line ${text.slice(0, index).split("\n").length}`;
}
