import type { z } from "zod";
import type { Problem } from "./problems.ts";
import type { FoundRecord } from "./read-records.ts";

/** A problem with one field of a record, or with the record if the path is empty. */
export function problemAt(record: FoundRecord, path: string, says: string): Problem {
  const place = record.index === null ? record.section : `${record.section}[${record.index}]`;
  return { place: path ? `${place}.${path}` : place, line: record.lineOf(path), says };
}

/** Every problem that a schema found. zod's own messages contain no values. */
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

/** The path as text, such as `membership.tags[2]`. */
function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${keyText(String(part))}`))
    .join("")
    .replace(/^\./, "");
}

/** A file's keys can contain any text, but the report must stay one line per problem. */
function keyText(key: string): string {
  return /^[\w-]{1,64}$/.test(key) ? key : JSON.stringify(key.slice(0, 64));
}
