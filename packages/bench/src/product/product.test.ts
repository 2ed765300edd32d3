import { expect, test } from "vitest";
import { statementsIn } from "./capture.ts";
import { scriptOf } from "./pgbench-script.ts";
import { fill, templateOf } from "./template.ts";

const log = `2026-11-21 11:00:00.000 UTC [7] LOG:  execute s1: select $1::text,
\t  $2::bigint, $3::text
2026-11-21 11:00:00.000 UTC [8] LOG:  execute s2: select 1
2026-11-21 11:00:00.000 UTC [7] DETAIL:  parameters: $1 = 'it''s 12:mi', $2 = '4711', $3 = NULL
`;

test("the log tells statements and parameters, also where two processes write", () => {
  expect(statementsIn(log)).toEqual([
    { text: "select $1::text,\n  $2::bigint, $3::text", parameters: ["it's 12:mi", "4711", null] },
    { text: "select 1", parameters: [] },
  ]);
});

const seen = (user: string, n: string) => ({
  seen: {
    text: "select $1::text, $2::bigint, $3::text, to_char(now(), 'HH:MI')",
    parameters: [user, n, null],
  },
  variables: { n },
});

test("what changes between two calls becomes a variable, and the rest stays", () => {
  const template = templateOf(seen("user-4711@x", "4711"), seen("user-4712@x", "4712"));
  expect(fill(template, { n: "9" })).toEqual(["user-9@x", "9", null]);
  expect(scriptOf(template, ["\\set n 1"])).toEqual({
    text: "\\set n 1\nselect ('user-' || :n || '@x')::text, :n::bigint, nullif(:p3::text, '-')::text, to_char(now(), 'HH' || chr(58) || 'MI');\n",
    defined: { p3: "-" },
  });
});

test("a change that no variable explains is refused", () => {
  expect(() => templateOf(seen("a", "4711"), seen("b", "4712"))).toThrow("no variable explains it");
});
