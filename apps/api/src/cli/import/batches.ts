import { firstLevel, type MovedBatch } from "@stampbook/core/moving";
import { z } from "zod";
import type { Facts } from "../merchant-file/facts.ts";
import { type MovedRow, readRow } from "../merchant-file/read-row.ts";
import type { SectionName } from "../merchant-file/sections.ts";
import type { Source } from "./read-records.ts";
import { walkSections } from "./walk-sections.ts";

const ROWS = 1_000;

/**
 * Yields the rows of a checked file except the merchant, up to a thousand of one kind at a time. Each row
 * comes after the rows it refers to. If the file has no levels, `firstLevel` is added.
 */
export async function* batchesOf(
  source: Source,
  facts: Facts,
  present: ReadonlySet<SectionName>,
  onBytes: (count: number) => void,
): AsyncGenerator<MovedBatch> {
  if (facts.lowestLevel === null) yield { kind: "levels", rows: [firstLevel] };
  let waiting: MovedRow[] = [];
  for await (const records of walkSections(source, { present, onBytes })) {
    for (const { section, value } of records) {
      const read = readRow(section, value, facts);
      if (read instanceof z.ZodError) throw new Error("The file changed while it was read.");
      if (read.kind === "merchant") continue;
      if (waiting.length >= ROWS || (waiting[0] && waiting[0].kind !== read.kind)) {
        yield asBatch(waiting);
        waiting = [];
      }
      waiting.push(read);
    }
  }
  if (waiting.length) yield asBatch(waiting);
}

/** The rows as a batch. They are all of one kind, which the compiler cannot see. */
function asBatch(rows: readonly MovedRow[]): MovedBatch {
  return { kind: rows[0]?.kind, rows: rows.map(({ row }) => row) } as MovedBatch;
}
