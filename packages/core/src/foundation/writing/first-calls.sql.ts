import type { Form } from "./form.ts";

/**
 * Returns SQL that selects those rows of the CTE `seen` for which `passes` is true. Leaves out a row that shares
 * a subject with an earlier row that passes. `subjects` are names of columns; null in such a column is no
 * subject. Orders the rows by the first subject, so that two batches lock rows in the same order.
 */
export function firstCalls(
  { isSingle }: Form,
  subjects: readonly string[],
  passes: string,
): string {
  if (isSingle) return `select * from seen where ${passes}`;
  const ranks = subjects.map(
    (subject) => `row_number() over (partition by ${subject} order by n) as of_${subject}`,
  );
  const isFirst = subjects.map((subject) => `(of_${subject} = 1 or ${subject} is null)`);
  return `
  select * from (select *, ${ranks.join(",\n      ")}
    from seen where ${passes}) ranked
  where ${isFirst.join("\n    and ")}
  order by ${subjects[0]}`;
}
