import { expect, test } from "vitest";
import { conditionsIn } from "./conditions.ts";

const conditionTexts = (source: string) =>
  conditionsIn(source).map(({ from, to }) => source.slice(from, to));

test.each([
  ["both sides of AND", "`where a = 1 and b = 2 order by c`", ["a = 1", "b = 2"]],
  [
    "brackets as a whole, and what stands in them",
    "`where (a or (b and c > 0)) and not d for update`",
    ["(a or (b and c > 0))", "b", "c > 0", "not d"],
  ],
  [
    "conditions of a join, but not ON TRUE",
    "`join t on t.n = s.n left join u on true`",
    ["t.n = s.n"],
  ],
  [
    "a fragment that a template is",
    "`v.a is not distinct from $" + "{b}\n and v.c`",
    ["v.a is not distinct from $" + "{b}", "v.c"],
  ],
  [
    "what is inserted, without what is appended",
    "`where $" + "{isOpen(`x`)}$" + "{lock} and k = 'a,b'$" + "{limit}`",
    ["$" + "{isOpen(`x`)}", "k = 'a,b'"],
  ],
  [
    "WHERE of an upsert",
    "`on conflict (a) do update set b = 1 where a <= b returning c`",
    ["a <= b"],
  ],
  [
    "CASE as a whole, and what stands in it",
    "`where case when a > 1 and b then c else d end < 3 and e`",
    ["case when a > 1 and b then c else d end < 3", "a > 1", "b", "e"],
  ],
  ["what a SELECT computes", "`(select a in (b) and c as d)`", ["a in (b)", "c"]],
  ["BETWEEN as a whole", "`where a between 1 and 2 and b`", ["a between 1 and 2", "b"]],
  ["nothing outside templates", "if (where && and) // `where a and b`\n", []],
])("%s", (_, source, conditions) => {
  expect(conditionTexts(source)).toEqual(conditions);
});
