import type { Form } from "./form.ts";

/**
 * The rows of the arm that `seen` names that pass (`passes`), without those that have a subject in common
 * with an earlier call. A subject is a column, null for none. The rows are in order of the first
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
