import { type SectionName, sectionNames, sections } from "../merchant-file/sections.ts";
import type { Problem } from "./problems.ts";
import { type FoundRecord, readRecords, type Source } from "./read-records.ts";

export type Walk = {
  /** The sections that the file holds, where they are known from a walk before. */
  readonly present?: ReadonlySet<SectionName>;
  readonly onProblem?: (problem: Problem) => void;
  readonly onBytes?: (count: number) => void;
};

/**
 * The records of a file, each section after those that it refers to, and what sections there are as
 * the last word. A file in the documented order is read once; otherwise it is read again for what
 * stood too early.
 */
export async function* walkSections(
  source: Source,
  { present, onProblem = () => {}, onBytes = () => {} }: Walk,
): AsyncGenerator<readonly FoundRecord[], ReadonlySet<SectionName>> {
  const seen = new Set<SectionName>(present);
  const done = new Set(present ? sectionNames.filter((name) => !present.has(name)) : []);
  for (let pass = 1; ; pass++) {
    const late = new Set<SectionName>();
    let open: SectionName | null = null;
    const wants = (section: SectionName) => {
      if (open) done.add(open);
      seen.add(section);
      const ready = sections[section].after.every((name) => done.has(name));
      const wanted = ready && !done.has(section);
      if (!ready) late.add(section);
      open = wanted ? section : null;
      return wanted;
    };
    yield* readRecords(source, {
      wants,
      onProblem: pass === 1 ? onProblem : () => {},
      onBytes: pass === 1 ? onBytes : () => {},
    });
    if (open) done.add(open);
    for (const name of sectionNames) if (!seen.has(name)) done.add(name);
    if (!late.size) return seen;
  }
}
