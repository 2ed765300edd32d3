import { type SectionName, sectionNames, sections } from "../merchant-file/sections.ts";
import type { Problem } from "./problems.ts";
import { type FoundRecord, readRecords, type Source } from "./read-records.ts";

export type Walk = {
  /** The sections in the file, if an earlier walk has found them. */
  readonly present?: ReadonlySet<SectionName>;
  readonly onProblem?: (problem: Problem) => void;
  readonly onBytes?: (count: number) => void;
};

/**
 * Yields the records of a file, each section after those that it refers to, and returns the sections found.
 * A file with all sections in the documented order is read once. Otherwise it is read again, for sections
 * that came before a section they refer to, or that refer to a missing section.
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
