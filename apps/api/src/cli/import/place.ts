import type { z } from "zod";
import type { Problem } from "./problems.ts";
import type { FoundRecord } from "./read-records.ts";

/** A problem of one field of a record; path empty: of the record. */
export function problemAt(record: FoundRecord, path: string, says: string): Problem {
  const place = record.index === null ? record.section : `${record.section}[${record.index}]`;
  return { place: path ? `${place}.${path}` : place, line: record.lineOf(path), says };
}

/** Every problem that a schema found; zod's own words hold no values. */
export function problemsOf(record: FoundRecord, error: z.ZodError): Problem[] {
  return error.issues.flatMap((issue) => {
    const path = pathText(issue.path);
    if (issue.code !== "unrecognized_keys") return [problemAt(record, path, issue.message)];
    return issue.keys.map((key) =>
      problemAt(
        record,
        path ? `${path}.${keyText(key)}` : keyText(key),
        "is no key of this format",
      ),
    );
  });
}

/** `membership.tags[2]` */
function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${keyText(String(part))}`))
    .join("")
    .replace(/^\./, "");
}

/** Keys of a file can be anything; a line of a report stays a line. */
function keyText(key: string): string {
  return /^[\w-]{1,64}$/.test(key) ? key : JSON.stringify(key.slice(0, 64));
}
