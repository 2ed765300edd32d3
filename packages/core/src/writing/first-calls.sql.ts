import type { Form } from "./form.ts";

/**
 * Selects the rows of the CTE `seen` that pass (`passes`) and have no subject in common with an earlier row
 * that passes. `subjects` are columns; a null in them is no subject. The rows are in order of the first
 * subject, so that two batches lock in the same order.
 */
export function firstCalls({ isSingle }: Form, seen: string, subjects: readonly string[]): string {
  if (isSingle) return `select * from ${seen} where passes`;
  const ranks = subjects.map(
    (subject) => `row_number() over (partition by ${subject} order by n) as of_${subject}`,
  );
  const isFirst = subjects.map((subject) => `(of_${subject} = 1 or ${subject} is null)`);
  return `
  select * from (select *, ${ranks.join(",\n      ")}
    from ${seen} where passes) ranked
  where ${isFirst.join("\n    and ")}
  order by ${subjects[0]}`;
}
