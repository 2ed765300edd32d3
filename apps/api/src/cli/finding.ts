/**
 * The result of one check. `of` names the part that was checked. `says` describes its state, and what to do
 * if it is not ok.
 */
export type Finding = { readonly ok: boolean; readonly of: string; readonly says: string };

/** A finding as lines of a report. */
export const lineOf = ({ ok, of, says }: Finding) =>
  `${ok ? "ok " : "fix"}  ${of.padEnd(11)} ${says.replaceAll("\n", `\n${" ".repeat(17)}`)}\n`;
